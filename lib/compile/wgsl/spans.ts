/**
 * Memory that is larger than a binding lies in several, one behind the other, each but the last of as many words as a binding can have. Words of it
 * are reached by functions, which find the binding.
 *
 *     fn load0(at: u32) -> u32 {
 *       if (at < 4096u) { return arena0[at]; }
 *       return arena1[at - 4096u];
 *     }
 */

/** The functions for the memory of these bindings, with so many words each. */
export function printSpan(bindings: readonly number[], words: number, isAtomic: boolean): string[] {
  const [first] = bindings;
  const cases = (write: (word: string) => string): string[] =>
    bindings.map((binding, k) => {
      const word = `arena${binding}[at${k === 0 ? '' : ` - ${k * words}u`}]`;
      const then = write(isAtomic ? `&${word}` : word);
      return k === bindings.length - 1 ? `  ${then}` : `  if (at < ${(k + 1) * words}u) { ${then} }`;
    });
  const load = cases((word) => (isAtomic ? `return atomicLoad(${word});` : `return ${word};`));
  const store = cases((word) => (isAtomic ? `atomicStore(${word}, value); return;` : `${word} = value; return;`));
  const merge = cases((word) => `atomicAnd(${word}, ~mask); atomicOr(${word}, value); return;`);
  return [
    `fn load${first}(at: u32) -> u32 {`,
    ...load,
    '}',
    `fn store${first}(at: u32, value: u32) {`,
    ...store,
    '}',
    ...(isAtomic ? [`fn merge${first}(at: u32, mask: u32, value: u32) {`, ...merge, '}'] : []),
  ];
}
