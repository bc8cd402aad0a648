import type { HttpAnswer } from './http-answer.ts'
import type { Intake, Peer } from './intake.ts'

/** Try again soon: the journal is full. */
export const JOURNAL_FULL: HttpAnswer = { status: 503, headers: { 'Retry-After': '5' } }

/**
 * Stores payloads and answers `stored` once they are on the disk; `refused` when the journal is full, and then none of
 * them is stored, because their sender repeats them all.
 */
export async function storeAll(
  intake: Intake,
  payloads: readonly Uint8Array[],
  peer: Peer,
  stored: HttpAnswer,
  refused: HttpAnswer = JOURNAL_FULL,
): Promise<HttpAnswer> {
  if (!intake.takeAll(payloads, peer)) return refused
  await intake.flushed()
  return stored
}
