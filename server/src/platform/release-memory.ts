/** Below this the collector is cheaper. */
const WORTH_BYTES = 16 * 1024

/**
 * Gives the memory of bytes back at once, and with it everything else in the same buffer: for large ones that come and
 * go all the time and have one owner. What waits for the collector counts as growth of the heap, and makes it mark the
 * whole heap several times a second.
 */
export function releaseMemory({ buffer }: Uint8Array<ArrayBuffer>): void {
  if (buffer.byteLength >= WORTH_BYTES) buffer.transfer(0)
}
