/** Keeps one session with a broker: opens the next one, after a growing delay, when one ends. */
import { createRareLog } from '../rare-log.ts'
import type { InputFailure, TransportDeps } from '../transport.ts'

export interface BrokerSession extends AsyncDisposable {
  /** Consumes until the signal aborts. Rejects when the session fails, for example because the connection is lost. */
  consume(signal: AbortSignal): Promise<void>
}

const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 5000
/** After a session that lasted longer, the delay starts over. */
const GOOD_SESSION_MS = 30_000

export interface BrokerConnection {
  /** Rejects with any error; `explain` turns it into words. */
  open(signal: AbortSignal): Promise<BrokerSession>
  explain(error: unknown): InputFailure
}

/** Resolves when the first session is open; rejects with an `InputFailure` if it cannot be opened. */
export async function keepConsuming(deps: TransportDeps, connection: BrokerConnection): Promise<AsyncDisposable> {
  const stopping = new AbortController()
  const first = await connection.open(stopping.signal).catch((error: unknown) => {
    throw connection.explain(error)
  })
  const running = consumeOn(deps, connection, first, stopping.signal)
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await running
    },
  }
}

async function consumeOn(
  { clock, onTrouble, ...deps }: TransportDeps,
  connection: BrokerConnection,
  first: BrokerSession,
  stopping: AbortSignal,
): Promise<void> {
  const logLost = createRareLog({ ...deps, clock }, 'the broker cannot be consumed from, another attempt follows')
  let next: BrokerSession | undefined = first
  let delayMs = FIRST_DELAY_MS
  while (!stopping.aborted) {
    const startedAtMs = clock.monotonicMs()
    try {
      await using session: BrokerSession = next ?? (await connection.open(stopping))
      next = undefined
      onTrouble(undefined)
      await session.consume(stopping)
    } catch (error) {
      next = undefined
      if (stopping.aborted) return
      const reason = connection.explain(error).message
      onTrouble(`${reason} Logyard keeps trying to reconnect.`)
      logLost({ reason })
    }
    if (clock.monotonicMs() - startedAtMs > GOOD_SESSION_MS) delayMs = FIRST_DELAY_MS
    await clock.sleep(delayMs, stopping).catch(() => undefined)
    delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS)
  }
}
