import type { Clock } from '../../platform/clock.ts'
import type { HttpAnswer } from './http-listener.ts'
import type { Intake, Peer } from './intake.ts'

/** How long a request that is stored in part waits for room: refusing it then would store that part twice. */
const WAIT_MS = 30_000

/** Try again soon: the journal is full. */
export const JOURNAL_FULL: HttpAnswer = { status: 503, headers: { 'Retry-After': '5' } }

/** Stores payloads and answers `stored` once they are on the disk; `refused` when the journal has no room for them. */
export async function storeAll(
  { intake, clock }: { readonly intake: Intake; readonly clock: Clock },
  payloads: readonly Uint8Array[],
  peer: Peer,
  stored: HttpAnswer,
  refused: HttpAnswer = JOURNAL_FULL,
): Promise<HttpAnswer> {
  if (intake.isFull()) return refused
  for (const payload of payloads) {
    if (intake.take(payload, peer)) continue
    if (!(await isTakenSoon({ intake, clock }, payload, peer))) return refused
  }
  await intake.flushed()
  return stored
}

async function isTakenSoon(
  { intake, clock }: { readonly intake: Intake; readonly clock: Clock },
  payload: Uint8Array,
  peer: Peer,
): Promise<boolean> {
  const waiting = new AbortController()
  const given = clock.sleep(WAIT_MS, waiting.signal).then(
    () => waiting.abort(),
    () => undefined,
  )
  try {
    do await intake.writable(waiting.signal)
    while (!intake.take(payload, peer))
    return true
  } catch (error) {
    if (waiting.signal.aborted) return false
    throw error
  } finally {
    waiting.abort()
    await given
  }
}
