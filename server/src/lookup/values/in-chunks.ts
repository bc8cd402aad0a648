import { setImmediate as nextTurn } from 'node:timers/promises'

const CHUNK = 250

/** Handles many items. The thread does its other work between chunks of them. */
export async function inChunks<T>(
  items: Iterable<T>,
  handle: (chunk: readonly T[]) => void | Promise<void>,
  size = CHUNK,
): Promise<void> {
  let chunk: T[] = []
  for (const item of items) {
    chunk.push(item)
    if (chunk.length < size) continue
    await handle(chunk)
    chunk = []
    await nextTurn()
  }
  if (chunk.length > 0) await handle(chunk)
}
