/**
 * Windows that read at ever other places: apart forms that came with several forms. A window that comes again as it was has a plan of its
 * own, which shares loads of equal views; the apart form is for windows of which none comes again.
 */
import { Generations } from '../../base/index.js';

/** Forms that are remembered. */
const FORMS = 1024;
/** Different forms in turn after which a window is taken for one that wanders. */
const ENOUGH = 3;

export class Wanderers {
  /** By hash of the apart form: the hash of the form that came last, and how many different ones came in turn. */
  readonly #seen = new Generations<number, { last: number; forms: number }>(FORMS);

  /** Notes that a window of an apart form came with this form; whether it goes on to come with new forms. */
  goesOn(apart: number, form: number): boolean {
    const seen = this.#seen.get(apart);
    if (seen === undefined) {
      this.#seen.set(apart, { last: form, forms: 1 });
      return false;
    }
    if (seen.last !== form) {
      seen.last = form;
      seen.forms++;
    }
    return seen.forms >= ENOUGH;
  }
}
