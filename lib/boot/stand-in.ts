/**
 * A stand-in for a module of a file that is loaded when one of the module's names is first used. The packed files read names as members of an
 * object with the stand-in's prototype (`__toESM` of esbuild makes one for each file that imports the module), so the names come to lie on that prototype:
 *
 *     import_plan ──► names ──► a Proxy, whose only look-up loads the file
 *                       └ planWindow, Plan, …     from then on, where optimized code finds constants
 *
 * A getter for each name would take as long to make as most modules take to run: names of two hundred modules are seldom used.
 */

export type Names = Readonly<Record<string, unknown>>;

/** Makes an object of stubs in front of `names`, each of which calls the function of its name that `load` gives. */
type MakeStubs = (names: object, load: () => Names) => object;

/** Stands for a module of a further file. */
export type Later = (file: string, module: string, makeStubs?: MakeStubs) => object;

/** Stand-ins for modules, by a function that gives what loads one. */
export function laterThrough(loadFor: (file: string, module: string) => () => Names): Later {
  return (file, module, makeStubs) => standIn(loadFor(file, module), makeStubs);
}

/** For each module with stubs: the function that one of them stands for; undefined if the value is none of them. */
const stubbed: ((value: object) => object | undefined)[] = [];

/** The function behind a stub, whose file is loaded if it is not; the value itself if it is no stub. */
export function functionBehind(value: object): object {
  for (const find of stubbed) {
    const found = find(value);
    if (found !== undefined) return found;
  }
  return value;
}

/**
 * Stands for a module, of which `load` gives the names; an error of `load` passes through, and the next use loads again. Stubs are there without that,
 * until their functions are.
 */
function standIn(load: () => Names, makeStubs?: MakeStubs): object {
  let found: Names | null = null;
  let stubs: Map<unknown, string> | null = null;
  const loaded = (): Names => {
    if (found !== null) return found;
    const all = load();
    if (makeStubs !== undefined) namesOfStubs();
    for (const [own, value] of Object.entries(all))
      Object.defineProperty(names, own, { value, writable: true, configurable: true });
    found = all;
    return all;
  };
  const get = (_: object, name: string | symbol): unknown => Reflect.get(loaded(), name);
  // Asked for first, and by no means a reason to load.
  const last: object = Object.create(new Proxy({}, { get }), { __esModule: { value: true } }) as object;
  const names = makeStubs === undefined ? last : makeStubs(last, loaded);
  // Taken down before functions come to lie where their stubs were.
  const namesOfStubs = (): Map<unknown, string> => {
    stubs ??= new Map(Object.entries(names).map(([name, stub]) => [stub, name]));
    return stubs;
  };
  if (makeStubs !== undefined) {
    stubbed.push((value) => {
      const name = namesOfStubs().get(value);
      return name === undefined ? undefined : (loaded()[name] as object);
    });
  }
  return Object.create(names) as object;
}
