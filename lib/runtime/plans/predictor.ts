/**
 * Which window comes next: the one that came last time behind a window of the same form, as loops have it. Trust grows by one with each
 * time that this held, and shrinks faster where it did not; without trust nothing is predicted.
 */

import type { Window } from '../issue/index.js';
import { PredictedWindow } from '../issue/index.js';
import type { CachedForm } from './cached-form.js';

/** The most trust, and the trust lost when a different window came. */
const MOST_TRUST = 8;
const LOST = 2;
/** Tasks of a window that is worth expecting. */
const MOST_TASKS = 4096;

export class Predictor {
  #last: CachedForm | null = null;
  readonly #recurs: (form: CachedForm, window: Window) => void;

  /** `recurs` is called with each form that is expected for the first time, and a window; its roots carry their numbers. */
  constructor(recurs: (form: CachedForm, window: Window) => void) {
    this.#recurs = recurs;
  }

  /** The form that the next window is expected to have; null without trust. */
  get next(): CachedForm | null {
    const sequel = this.#last?.sequel;
    return sequel === undefined || sequel.trust === 0 ? null : sequel.form;
  }

  /** A window came that has no plan. */
  lose(): void {
    this.#last = null;
  }

  /** A window had this form, and has its slots; unless it was expected, its roots carry their numbers. */
  note(form: CachedForm, window: Window): void {
    const sequel = this.#last?.sequel;
    this.#last = form;
    if (form.expected !== null) form.expected.cut = window.cut;
    if (sequel === undefined) return;
    if (sequel.form !== form) {
      if (sequel.trust === 0) sequel.form = form;
      else sequel.trust = Math.max(0, sequel.trust - LOST);
      return;
    }
    if (sequel.trust < MOST_TRUST) sequel.trust++;
    if (form.expected !== null || window.length > MOST_TASKS) return;
    form.expected = new PredictedWindow(window);
    this.#recurs(form, window);
  }
}
