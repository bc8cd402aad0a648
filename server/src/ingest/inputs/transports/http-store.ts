import type { HttpResponse } from './http-response.ts'
import type { Intake, Peer } from './intake.ts'

export const JOURNAL_FULL: HttpResponse = { status: 503, headers: { 'Retry-After': '5' } }

/**
 * Appends the payloads and returns `stored` once they are on the disk. If the journal is full, appends none of them and
 * returns `refused`, because the sender then repeats them all.
 */
export async function storeAll(
  intake: Intake,
  payloads: readonly Uint8Array[],
  peer: Peer,
  stored: HttpResponse,
  refused: HttpResponse = JOURNAL_FULL,
): Promise<HttpResponse> {
  if (!intake.appendAll(payloads, peer)) return refused
  await intake.flushed()
  return stored
}
