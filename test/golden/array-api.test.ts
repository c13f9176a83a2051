/**
 * Our exports against the Python array API standard, revision 2025.12, name by name and parameter by parameter: `array-api/2025-12.json` is
 * made from its stubs (github.com/data-apis/array-api, src/array_api_stubs/_2025_12). What is left out has its reason here.
 */
import { readFileSync } from 'node:fs';
import t from 'tap';
import * as np from '../../lib/array/index.js';
import { declarationOf, mostOf } from '../../lib/base/index.js';

/** A function of the standard: arguments that have a place, whether any number follows, and arguments that have a name alone. */
interface Stub {
  readonly places: number;
  readonly rest?: boolean;
  readonly options: readonly string[];
}

const stubs = JSON.parse(readFileSync('test/golden/array-api/2025-12.json', 'utf8')) as Readonly<Record<string, Stub>>;

/** Functions that there are not, and why. */
const NO_FUNCTION: Readonly<Record<string, string>> = {
  from_dlpack:
    'JavaScript has no DLPack capsules; np.fromArrow and np.toArrow exchange vectors, np.frombuffer and np.asarray take typed arrays and bytes',
};
/** Options that no function has, and why. */
const NO_OPTION: Readonly<Record<string, string>> = {
  device: 'the runtime places arrays; np.device(name, fn) and x.to(name) say where by hand',
};
/** Arguments that are gathered in one Array. */
const GATHERED = ['meshgrid', 'broadcast_arrays'];

const doors: Readonly<Record<string, object>> = { '': np, linalg: np.linalg, fft: np.fft };

/** As JavaScript writes it. */
function camel(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

t.equal(Object.keys(stubs).length, 174, 'the standard has 174 functions');

for (const [name, stub] of Object.entries(stubs)) {
  t.test(name, async (t) => {
    const at = name.lastIndexOf('.');
    const door = doors[name.slice(0, Math.max(0, at))] as Readonly<Record<string, object | undefined>>;
    const fn = door[camel(name.slice(at + 1))];
    if (name in NO_FUNCTION) return t.equal(fn, undefined, `${name} is there by now: delete its reason`);
    t.type(fn, 'function');
    const declaration = declarationOf(fn as object);
    if (declaration === undefined) return t.fail('not declared');
    const options = declaration.kinds.flatMap((kind) => Object.keys(kind.options ?? {}));
    for (const option of stub.options) {
      if (option in NO_OPTION) t.notOk(options.includes(option), `${option} is there by now: delete its reason`);
      else t.ok(options.includes(camel(option)), `${name}: ${option}`);
    }
    t.ok(mostOf(declaration) >= stub.places, `${name}: ${stub.places} arguments`);
    if (stub.rest === true && !GATHERED.includes(name)) t.equal(mostOf(declaration), Number.POSITIVE_INFINITY, 'any number');
    return undefined;
  });
}
