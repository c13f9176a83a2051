/** A launch as the spy's log has it: blocks by number, roots by their slots in the window. */
import type { Step } from '../../fusion/index.js';
import type { Rect } from '../../partition/index.js';
import type { LogUse, SpyWriter } from '../../spy/index.js';
import type { Root } from '../../store/index.js';

export interface ToldStep {
  readonly event: 'step';
  readonly step: Step;
  /** Roots that hand their memory on before the step, by slot. */
  readonly passes: readonly { readonly from: number; readonly to: number }[];
}

export type Told =
  | ToldStep
  | {
      readonly event: 'point';
      readonly tasks: readonly number[];
      readonly from: number;
      readonly to: number;
      readonly uses: readonly (Omit<LogUse, 'root' | 'instance'> & { readonly slot: number; readonly block: number })[];
    }
  | { readonly event: 'copy'; readonly from: number; readonly to: number; readonly rect: Rect }
  | {
      readonly event: 'fold';
      /** The root's slot, or -1 and the root itself, where no window has it. */
      readonly slot: number;
      readonly root: number;
      readonly from: number;
      readonly into: number;
      readonly shape: readonly number[];
      readonly strides: readonly number[];
      readonly offset: number;
    }
  | {
      readonly event: 'runs';
      readonly slot: number;
      readonly root: number;
      readonly from: number;
      readonly into: number;
      /** Runs of partial results, of which it leaves the results. */
      readonly first: number;
      readonly end: number;
    };

/** A launch, 0 for none; the launch that it waits for, and its own scratch memory. */
interface Facts {
  readonly launch: number;
  readonly wait: number;
  readonly scratch: readonly { readonly address: number; readonly bytes: number }[];
  /** Launches of other queues that it follows. */
  readonly follows?: readonly number[];
}

/** Tells the spy of a launch; `idOf`: the number of a block. */
export function tellLaunch(
  spy: SpyWriter,
  told: Told,
  { launch, wait, scratch, follows: known }: Facts,
  slots: readonly Root[],
  idOf: (block: number) => number,
): void {
  const follows = known === undefined || known.length === 0 ? {} : { follows: known };
  switch (told.event) {
    case 'step':
      spy.launch(slots, { ...told.step, launch, wait }, scratch);
      return;
    case 'copy': {
      const { from, to, rect } = told;
      spy.memories({ event: 'copy', launch, wait, ...follows, from: idOf(from), to: idOf(to), low: rect.low, high: rect.high });
      return;
    }
    case 'fold':
    case 'runs': {
      const { slot, root, from, into, ...rest } = told;
      const id = slot < 0 ? root : slots[slot].id;
      spy.memories({ ...rest, launch, wait, ...follows, root: id, from: idOf(from), into: idOf(into) });
      return;
    }
    case 'point': {
      const { tasks, from, to } = told;
      const uses = told.uses.map(({ slot, block, ...use }) => ({ root: slots[slot].id, instance: idOf(block), ...use }));
      const blocks = scratch.map(({ address, bytes }): [number, number] => [address, bytes]);
      spy.point({ launch, wait, ...follows, tasks, from, to, uses, scratch: blocks });
    }
  }
}
