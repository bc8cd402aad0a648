import { setImmediate as nextTurn } from 'node:timers/promises'

const SLICE = 250

/** Handles many items. The thread does its other work between slices of them. */
export async function inSlices<T>(
  items: Iterable<T>,
  handle: (slice: readonly T[]) => void | Promise<void>,
  size = SLICE,
): Promise<void> {
  let slice: T[] = []
  for (const item of items) {
    slice.push(item)
    if (slice.length < size) continue
    await handle(slice)
    slice = []
    await nextTurn()
  }
  if (slice.length > 0) await handle(slice)
}
