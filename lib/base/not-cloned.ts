/**
 * An object that `postMessage` and `structuredClone` cannot copy: they read its property, which throws. Arrays have it among what they
 * consist of, before anything that the engine would refuse with a message of its own.
 */
import { ArgumentError } from './errors.js';

export const notCloned = Object.freeze({
  get clone(): never {
    throw new ArgumentError(
      'postMessage, structuredClone: arrays are not cloned: send await np.share(x), and take np.attach(shared) there; or send await x.data()',
    );
  },
});
