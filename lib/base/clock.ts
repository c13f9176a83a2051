/**
 * Time that passes, by the clock that Node has from its start. `performance` is made at its first use, which takes most of a millisecond; and
 * a time limit or Ctrl-C that ends that call leaves the process without one.
 */
const [began] = process.hrtime();

/** Milliseconds since this module was loaded, and up to a second before. */
export const now = (): number => {
  const [seconds, nanoseconds] = process.hrtime();
  return 1000 * (seconds - began) + nanoseconds / 1e6;
};
