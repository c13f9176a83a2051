/** The records of roots: in the keys that have a place for one, else in a table beside them. */

import { RootRecord } from './record.js';
import type { RootKey } from './root-key.js';

export class Records {
  readonly #tables: ConstructorParameters<typeof RootRecord>[1];
  readonly #beside = new WeakMap<RootKey, RootRecord>();

  /** `tables`: shared by all records. */
  constructor(tables: ConstructorParameters<typeof RootRecord>[1]) {
    this.#tables = tables;
  }

  get(key: RootKey): RootRecord | null {
    // The key's field has the type `object`, as keys do not know records.
    return key.record === undefined ? (this.#beside.get(key) ?? null) : (key.record as RootRecord | null);
  }

  /** The record of a root, a new one where there is none. */
  of(key: RootKey): RootRecord {
    const known = this.get(key);
    if (known !== null) return known;
    const record = new RootRecord(key, this.#tables);
    if (key.record === undefined) this.#beside.set(key, record);
    else key.record = record;
    return record;
  }

  delete(key: RootKey): void {
    if (key.record === undefined) this.#beside.delete(key);
    else key.record = null;
  }
}
