/**
 * Windows that read at ever other places: they differ in distances between views alone, and came with several. A window that comes again as it
 * was has a plan of its own, which shares loads of equal views; the apart form is for windows of which none comes again.
 */
import { Generations } from '../../base/index.js';

/** Windows that are remembered. */
const WINDOWS = 1024;
/** Different forms after which a window is taken for one that wanders: differences along three axes are three. */
const ENOUGH = 4;

export class Wanderers {
  /** By hash without distances: the hashes of the different forms that came, up to `ENOUGH`. */
  readonly #seen = new Generations<number, number[]>(WINDOWS);

  /** Notes that a window came with this form; whether it goes on to come with new forms. `gist`: its hash without distances. */
  goesOn(gist: number, form: number): boolean {
    const seen = this.#seen.get(gist);
    if (seen === undefined) {
      this.#seen.set(gist, [form]);
      return false;
    }
    if (seen.length < ENOUGH && !seen.includes(form)) seen.push(form);
    return seen.length === ENOUGH;
  }
}
