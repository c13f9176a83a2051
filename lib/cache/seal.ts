/**
 * Seals: a digest behind a file's contents, of the contents and their label. A file that was cut short, half written or changed is
 * refused, and so is a sound one under a name that is not its own. There is no secret in it: an attacker who could write here could read
 * the secret, too; the check of the folder keeps writers out.
 */
import { createHash } from 'node:crypto';

const MARK = Buffer.from('maniple2');
const LENGTH = MARK.length + 32;

/** Contents and their seal. `label` names their purpose. */
export function seal(label: string, contents: Uint8Array): Buffer {
  return Buffer.concat([contents, MARK, digest(label, contents)]);
}

/** The contents, if they are whole and sealed with this label; else null. */
export function unseal(label: string, bytes: Buffer): Buffer | null {
  const end = bytes.length - LENGTH;
  if (end < 0 || !bytes.subarray(end, end + MARK.length).equals(MARK)) return null;
  const contents = bytes.subarray(0, end);
  return digest(label, contents).equals(bytes.subarray(end + MARK.length)) ? contents : null;
}

/** The label's length comes first, so that no label and contents read as different ones. */
function digest(label: string, contents: Uint8Array): Buffer {
  return createHash('sha256')
    .update(`${Buffer.byteLength(label)} ${label}`)
    .update(contents)
    .digest();
}
