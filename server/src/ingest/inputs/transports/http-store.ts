import type { HttpAnswer } from './http-answer.ts'
import type { Intake, Peer } from './intake.ts'

export const JOURNAL_FULL: HttpAnswer = { status: 503, headers: { 'Retry-After': '5' } }

/**
 * Appends the payloads and returns `stored` once they are on the disk. If the journal is full, appends none of them and
 * returns `refused`, because the sender then repeats them all.
 */
export async function storeAll(
  intake: Intake,
  payloads: readonly Uint8Array[],
  peer: Peer,
  stored: HttpAnswer,
  refused: HttpAnswer = JOURNAL_FULL,
): Promise<HttpAnswer> {
  if (!intake.appendAll(payloads, peer)) return refused
  await intake.flushed()
  return stored
}
