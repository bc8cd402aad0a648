import type { Clock } from '../platform/clock.ts'

/** Passes bytes on at a limited rate. A time without bytes is not made up for. */
export function createByteLimit(
  bytesPerSecond: number | undefined,
  clock: Clock,
): (bytes: AsyncIterable<Uint8Array>, signal: AbortSignal) => AsyncIterable<Uint8Array> {
  if (bytesPerSecond === undefined) return (bytes) => bytes
  let dueMs = 0
  return async function* limited(bytes, signal) {
    for await (const chunk of bytes) {
      const nowMs = clock.monotonicMs()
      if (dueMs > nowMs) await clock.sleep(dueMs - nowMs, signal)
      dueMs = Math.max(dueMs, nowMs) + (chunk.length * 1000) / bytesPerSecond
      yield chunk
    }
  }
}
