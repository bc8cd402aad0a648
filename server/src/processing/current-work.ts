import { type JournalRecord, readBlock } from '../ingest/journal/journal-block.ts'
import type { CurrentWork } from './workers/worker-pool.ts'

/** Characters of a payload. */
const MAX_CHARACTERS = 2000

/** What a thread is working on, for administrators: its raw message, or `idle`. */
export async function describeWork(work: CurrentWork | undefined): Promise<string> {
  if (work === undefined) return 'idle'
  const { block, index } = work
  const place = `message ${index + 1} of ${block.count} from journal offset ${block.firstOffset} on`
  const record = await findRecord(work)
  return record === undefined ? place : `${place}: ${describeRecord(record)}`
}

/** Undefined if the block has been stored, and left the journal, in the meantime. */
async function findRecord({ block, index }: CurrentWork): Promise<JournalRecord | undefined> {
  let bytes: Uint8Array<ArrayBuffer>
  try {
    bytes = await block.reread()
  } catch {
    return undefined
  }
  let at = 0
  for (const record of readBlock(bytes)) {
    if (at === index) return record
    at += 1
  }
  return undefined
}

function describeRecord({ origin, raw }: JournalRecord): string {
  const payload = new TextDecoder().decode(raw.payload.subarray(0, MAX_CHARACTERS * 4)).slice(0, MAX_CHARACTERS)
  return `input ${origin.inputId}, codec ${origin.codec}, from ${raw.remoteAddress || 'this node'}: ${payload}`
}
