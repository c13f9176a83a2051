/** The option that NumPy's functions of sets share. */
import { FLAG, type OptionKinds } from '../../base/index.js';

/** The option of functions of sets. */
export interface SetOptions {
  /** Whether no array has an element twice; the result is the same with `true`, which spares NumPy a sort. Default false. */
  readonly assumeUnique?: boolean;
}
export const SET_OPTIONS: OptionKinds<SetOptions> = { assumeUnique: FLAG };
