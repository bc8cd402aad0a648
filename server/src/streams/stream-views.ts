/** Streams in the form of API answers. */
import type { OutputSummary } from '@logyard/contract/outputs/outputs'
import { DEFAULT_STREAM_ID, WELL_KNOWN_STREAM_IDS } from '@logyard/contract/streams/stream-ids'
import type { StreamRule } from '@logyard/contract/streams/stream-rules'
import type { Stream, StreamPageItem } from '@logyard/contract/streams/streams'
import type { StoredStream, StoredStreamRule } from './stream-store.ts'

export const streamRuleAnswer = (streamId: string, rule: StoredStreamRule): StreamRule => ({
  ...rule,
  stream_id: streamId,
})

const facts = (stream: StoredStream) => ({
  ...stream,
  rules: stream.rules.map((rule) => streamRuleAnswer(stream.id, rule)),
  is_default: stream.id === DEFAULT_STREAM_ID,
  is_editable: !WELL_KNOWN_STREAM_IDS.includes(stream.id),
  alert_conditions: [],
  alert_receivers: { emails: [], users: [] },
})

export const streamAnswer = (stream: StoredStream, outputs: readonly OutputSummary[]): Stream => ({
  ...facts(stream),
  outputs: [...outputs],
})

export const streamPageItem = (stream: StoredStream): StreamPageItem => ({
  ...facts(stream),
  outputs: [...stream.outputs],
})
