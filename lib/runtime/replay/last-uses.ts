/** The last uses of blocks by the launches of a program, which a replay notes in one pass. */
import type { Root } from '../../store/index.js';
import { noteUse } from '../memory/index.js';

/** Memory that launches use: a root where there is one memory, an instance where there are several. */
export type Block = Pick<Root, 'id' | 'bytes' | 'address' | 'lastWrite' | 'lastUse' | 'chunk'>;

/** A block by its place in a table, and the launches that write and use it last, counted from 0; -1 for none. */
export interface LastUses {
  readonly at: number;
  readonly lastWrite: number;
  readonly lastUse: number;
}

/** The blocks that launches use, in the order of their first uses. */
export function lastUsesOf(
  launches: readonly { readonly uses: readonly { readonly block: number; readonly writes: boolean }[] }[],
): LastUses[] {
  const rows = new Map<number, { at: number; lastWrite: number; lastUse: number }>();
  launches.forEach(({ uses }, launch) => {
    for (const { block, writes } of uses) {
      let row = rows.get(block);
      if (row === undefined) rows.set(block, (row = { at: block, lastWrite: -1, lastUse: -1 }));
      row.lastUse = launch;
      if (writes) row.lastWrite = launch;
    }
  });
  return [...rows.values()];
}

/** Notes the uses of blocks by launches from number `first` of their queue on. */
export function noteUses(rows: readonly LastUses[], table: readonly Block[], first: number): void {
  for (let i = 0; i < rows.length; i++) {
    const { at, lastWrite, lastUse } = rows[i];
    const block = table[at];
    if (lastWrite >= 0) block.lastWrite = first + lastWrite;
    noteUse(block, first + lastUse);
  }
}
