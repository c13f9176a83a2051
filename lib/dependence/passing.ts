/**
 * Numbers of instances that are there for the time of some launches: packed boxes, partial results that are brought together, scratch memory of
 * replays. They are in one log with the instances that roots have, so no two are equal.
 */

/** Beyond the numbers of instances that roots have. */
let next = 2 ** 40;

/** A number that no other instance of the process has. */
export function passingId(): number {
  return next++;
}
