/** What the spy's log says of a launch of a form: blocks by number, roots by their slots in the window. */
import type { Step } from '../../fusion/index.js';
import type { Rect } from '../../partition/index.js';
import type { LogUse } from '../../spy/index.js';

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
      readonly slot: number;
      readonly from: number;
      readonly into: number;
      readonly shape: readonly number[];
      readonly strides: readonly number[];
      readonly offset: number;
    };
