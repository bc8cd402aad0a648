import type { RawMessage } from '@logyard/codecs/codec'
import type { Journal, Origin } from '../ingest/journal/journal.ts'
import { type JournalRecord, readBlock } from '../ingest/journal/journal-block.ts'

export const testOrigin: Origin = {
  inputId: '00000000000000000000000a',
  nodeId: '5ca1ab1e-0000-4000-8000-000000000001',
  codec: 'lines',
  configuration: { charset: 'UTF-8' },
}

/** Lengths differ, so that a wrong length shows. */
export function numberedMessage(number: number): RawMessage {
  return {
    payload: Buffer.from(`number ${number} ${'x'.repeat((number * 37) % 400)}`),
    receivedAtMs: 1_772_355_600_000 + number,
    remoteAddress: `10.0.0.${number % 3}`,
    remotePort: 1024 + (number % 5),
  }
}

export interface ReadMessage extends JournalRecord {
  readonly offset: number
}

/** Everything from `offset` to `endOffset`, however many reads that takes. */
export async function readMessages(journal: Journal, offset: number, endOffset: number): Promise<ReadMessage[]> {
  const messages: ReadMessage[] = []
  let at = offset
  while (at < endOffset) {
    for (const { firstOffset, count, bytes } of await journal.read(at, 2 ** 20, AbortSignal.timeout(5000))) {
      let offsetOfRecord = firstOffset
      for (const record of readBlock(bytes)) messages.push({ offset: offsetOfRecord++, ...record })
      at = firstOffset + count
    }
  }
  return messages
}

export const textOf = ({ raw }: JournalRecord): string => Buffer.from(raw.payload).toString()
