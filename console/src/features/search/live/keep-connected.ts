import { ApiError } from '../../../api/api-error.ts'
import { pause } from '../../../view-document/execution/pause.ts'

interface Connection {
  /** Connects and reads until the connection ends. */
  readonly read: (signal: AbortSignal, isFirst: boolean) => Promise<void>
  readonly onLost: () => void
  /** The server refuses the request itself: retrying cannot help. */
  readonly onRefused: (error: ApiError) => void
}

/** A connection that lasted this long was not a failed attempt: it is reopened at once. */
const STABLE_MS = 2000
const FIRST_RETRY_MS = 500
const MAX_RETRY_MS = 10_000
const REFUSED = [400, 403, 404]

/** Reconnects with growing delays until aborted or refused. */
export async function keepConnected({ read, onLost, onRefused }: Connection, signal: AbortSignal): Promise<void> {
  let retryMs = FIRST_RETRY_MS
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const startedAt = performance.now()
    try {
      await read(signal, attempt === 0)
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof ApiError && REFUSED.includes(error.status)) {
        onRefused(error)
        return
      }
    }
    if (signal.aborted) return
    if (performance.now() - startedAt >= STABLE_MS) {
      retryMs = FIRST_RETRY_MS
      continue
    }
    onLost()
    await pause(retryMs, signal)
    retryMs = Math.min(MAX_RETRY_MS, retryMs * 2)
  }
}
