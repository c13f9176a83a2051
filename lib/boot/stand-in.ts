/**
 * A stand-in for a module of a file that is loaded when one of the module's names is first used. The packed files read names as members of an
 * object with the stand-in's prototype (`__toESM` of esbuild makes one for each file that imports the module), so the names come to lie on that prototype:
 *
 *     import_plan ──► names ──► a Proxy, whose only look-up loads the file
 *                       └ planWindow, Plan, …     from then on, where optimized code finds constants
 *
 * A getter for each name would take as long to make as most modules take to run: names of two hundred modules are seldom used.
 */

type Names = Readonly<Record<string, unknown>>;

/** Stands for a module, of which `load` gives the names; an error of `load` passes through, and the next use loads again. */
export function standIn(load: () => Names): object {
  const get = (_: object, name: string | symbol): unknown => {
    const found = load();
    for (const [own, value] of Object.entries(found))
      Object.defineProperty(names, own, { value, writable: true, configurable: true });
    return Reflect.get(found, name);
  };
  // Asked for first, and by no means a reason to load.
  const names: object = Object.create(new Proxy({}, { get }), { __esModule: { value: true } }) as object;
  return Object.create(names) as object;
}
