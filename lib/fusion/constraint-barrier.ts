/**
 * Why a task did not join a fused prefix: the four constraints of Diffuse (section 4.2, Fig. 4.4), and the limits of our kernels.
 * Statistics count them by these names.
 */
export type Barrier =
  /** A different launch domain. */
  | 'domain'
  /** Reads, writes or reduces to a root that a task of the prefix wrote, through different elements a point. */
  | 'true'
  /** Writes or reduces to a root that a task of the prefix read, through different elements a point. */
  | 'anti'
  /** Reads or writes a root that a task of the prefix reduces to, or reduces to one that it uses, or with a different operator. */
  | 'reduction'
  /** A task with code that cannot be fused. */
  | 'opaque'
  /** Runs on a different device. */
  | 'device'
  /** Would make a kernel of more bytes than the device's memory has. */
  | 'memory'
  /** Would make a kernel of more arrays than the tiers can take. */
  | 'size';
