/**
 * Why a task did not join a fused prefix: the four constraints of Diffuse (section 4.2, Fig. 4.4), and what our kernels
 * add. Statistics count them by these names.
 */
export type Barrier =
  /** Another launch domain. */
  | 'domain'
  /** Reads, writes or reduces to what a task of the prefix wrote, through other elements a point. */
  | 'true'
  /** Writes or reduces to what a task of the prefix read, through other elements a point. */
  | 'anti'
  /** Reads or writes what a task of the prefix reduces to, or reduces to what one uses, or with another operator. */
  | 'reduction'
  /** A task whose code cannot be fused. */
  | 'opaque'
  /** Runs on another device. */
  | 'device'
  /** Would make a kernel of more arrays than the tiers can take. */
  | 'size';
