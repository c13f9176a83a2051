/**
 * Contents that a process reads at its start: a seal takes three milliseconds, most of them for loading `node:crypto`. They are kept twice, with
 * their label behind: a file that was cut short or changed is refused, and so is a sound one under a name that is not its own.
 */
const MARK = 'maniple-twice ';

/** The contents twice, and their label. */
export function doubled(label: string, contents: Uint8Array): Buffer {
  return Buffer.concat([contents, contents, Buffer.from(MARK + label)]);
}

/** The contents, if both copies are equal and have this label; else null. */
export function undoubled(label: string, bytes: Buffer): Buffer | null {
  const end = bytes.length - MARK.length - Buffer.byteLength(label);
  if (end < 0 || end % 2 !== 0 || bytes.toString('utf8', end) !== MARK + label) return null;
  const contents = bytes.subarray(0, end / 2);
  return contents.equals(bytes.subarray(end / 2, end)) ? contents : null;
}
