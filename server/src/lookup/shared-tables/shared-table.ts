/**
 * A hash table of texts in shared memory: one thread writes it, all threads read it at once without copying it. A row
 * is never changed in place, so a reader sees the old row or the new one.
 */
export interface SharedTable {
  /** For each slot the position of its row, plus one; 0 if it was never used. A power of two of them. */
  readonly slots: Int32Array<SharedArrayBuffer>
  /** Rows: the lengths of key and value in bytes, four bytes each, then both in UTF-8. */
  readonly rows: Uint8Array<SharedArrayBuffer>
}
