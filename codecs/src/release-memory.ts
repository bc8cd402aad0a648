/** Below this size, garbage collection is cheaper. */
const WORTH_BYTES = 16 * 1024

/**
 * Frees the memory of a buffer at once, with everything else in the same ArrayBuffer: for large, short-lived buffers
 * with one owner. Buffers that wait for garbage collection count as growth of the heap, and make the collector mark
 * the whole heap several times a second.
 */
export function releaseMemory({ buffer }: Uint8Array<ArrayBuffer>): void {
  if (buffer.byteLength >= WORTH_BYTES) buffer.transfer(0)
}

/** The same, unless the ArrayBuffer has something else. */
export function releaseIfWhole(bytes: Uint8Array): void {
  const { buffer } = bytes
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength) releaseMemory(new Uint8Array(buffer))
}
