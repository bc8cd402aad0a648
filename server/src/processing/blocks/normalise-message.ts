import type { DecodedMessage, FieldValue } from '@logyard/codecs/codec'
import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import type { JournalRecord } from '../../ingest/journal/journal-block.ts'
import { type Message, trimmed } from '../../store/messages/message.ts'
import { isStorableInstant, parseTimestamp, type SetField } from '../../store/messages/normalise-fields.ts'
import type { BlockRun } from './block-run.ts'

/** Properties of a message; fields of these names only fill in what the codec did not find. */
const PROPERTY_NAMES = ['message', 'source', 'timestamp'] as const
const UNKNOWN_SOURCE = 'unknown'
/** The same object for all messages, which makes it cheap to recognise. */
export const IN_DEFAULT: readonly string[] = [DEFAULT_STREAM_ID]

/** Makes a message of what a codec decoded. Returns undefined if it has no text. */
export function normaliseMessage(
  { figures, nowMs }: BlockRun,
  { origin, raw }: JournalRecord,
  decoded: DecodedMessage,
  place: number,
  setField: SetField,
): Message | undefined {
  const fields = new Map<string, FieldValue>()
  for (const name in decoded.fields) {
    const value = decoded.fields[name]
    if (value === undefined || value === null || !setField(fields, name, value)) figures.droppedFields += 1
  }
  const message = trimmed(decoded.message) || textField(fields, 'message')
  if (message === '') return undefined
  const given = fields.get('timestamp')
  let timestampMs = given === undefined ? Math.floor(decoded.timestampMs) : (parseTimestamp(given) ?? Number.NaN)
  if (!isStorableInstant(timestampMs)) {
    timestampMs = nowMs
    figures.invalidTimestamps += 1
  }
  const sender = trimmed(decoded.source) || textField(fields, 'source')
  for (const name of PROPERTY_NAMES) fields.delete(name)
  return {
    timestampMs,
    source: sender || raw.remoteAddress || UNKNOWN_SOURCE,
    message,
    fields,
    inputId: origin.inputId,
    nodeId: origin.nodeId,
    remoteAddress: raw.remoteAddress,
    remotePort: raw.remotePort,
    receivedAtMs: raw.receivedAtMs,
    place,
    streams: IN_DEFAULT,
  }
}

function textField(fields: ReadonlyMap<string, FieldValue>, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}
