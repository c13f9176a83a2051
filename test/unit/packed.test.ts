/** The packed library (`dist/pack`) has what its modules have one by one: names of doors, members of functions and classes. */
import { readFileSync } from 'node:fs';
import t from 'tap';

type Names = Record<PropertyKey, unknown>;

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { exports: Record<string, { import?: string }> };
const doors = Object.values(manifest.exports).flatMap(({ import: path }) => path?.replace(/^\.\/dist\/pack\//, '') ?? []);

/** Members that one of two values lacks, or that differ in type; behind the first three levels nothing is looked at. */
function differences(one: unknown, two: unknown, path: string, depth = 0): string[] {
  if (typeof one !== typeof two) return [`${path}: ${typeof one}, packed ${typeof two}`];
  if ((typeof one !== 'object' && typeof one !== 'function') || one === null || ArrayBuffer.isView(one) || depth > 3) return [];
  const packed = Object.getOwnPropertyDescriptors(two);
  return Reflect.ownKeys(one).flatMap((key) => {
    const same = Reflect.ownKeys(packed).find((name) => name === key || isTwin(name, key));
    if (same === undefined) return key === Symbol.toStringTag ? [] : [`${path}.${String(key)}: missing`];
    const own = Object.getOwnPropertyDescriptor(one, key);
    // Attributes of arrays are asked for on arrays alone.
    if (own?.get !== undefined || key === 'constructor') return [];
    return differences(own?.value, (two as Names)[same], `${path}.${String(key)}`, depth + 1);
  });
}

/** Whether two are a symbol of the library's own: each of the two libraries makes it anew. */
function isTwin(one: PropertyKey, two: PropertyKey): boolean {
  return typeof one === 'symbol' && typeof two === 'symbol' && one.description === two.description;
}

for (const door of doors) {
  t.test(door, async (t) => {
    const [one, two] = await Promise.all(
      ['lib', 'pack'].map((kind) => import(new URL(`../../${kind}/${door}`, import.meta.url).href) as Promise<Names>),
    );
    t.same(differences(one, two, door), []);
    t.ok(Object.keys(one).length > 0);
  });
}
