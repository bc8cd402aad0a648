/** How many connections all inputs of the node have open, in memory that their threads read and change. */

export type SharedRoom = ReturnType<typeof createSharedRoom>

/** The sum of all threads, and the part of one thread. */
export interface RoomMemory {
  readonly all: Int32Array
  readonly own: Int32Array
}

export function createSharedRoom() {
  const all = sharedNumber()
  return {
    /** Memory for a thread. Its connections are closed when the returned value is disposed of. */
    open() {
      const own = sharedNumber()
      return {
        memory: { all, own },
        [Symbol.dispose]: () => void Atomics.sub(all, 0, Atomics.exchange(own, 0, 0)),
      }
    },
  }
}

export const sharedNumber = (): Int32Array => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
