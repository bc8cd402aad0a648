/** Streams in the form of API answers. */
import type { OutputSummary } from '@logyard/contract/outputs/outputs'
import { DEFAULT_STREAM_ID, WELL_KNOWN_STREAM_IDS } from '@logyard/contract/streams/stream-ids'
import type { StreamRule } from '@logyard/contract/streams/stream-rules'
import type { Stream, StreamPageItem } from '@logyard/contract/streams/streams'
import type { StreamAlertFacts } from './stream-alerting.ts'
import type { StoredStream, StoredStreamRule } from './stream-store.ts'

export const streamRuleAnswer = (streamId: string, rule: StoredStreamRule): StreamRule => ({
  ...rule,
  stream_id: streamId,
})

/** Without its outputs, and the columns of searches, which have an operation of their own. */
export const streamFacts = ({ outputs: _, columns: __, ...stream }: StoredStream, alertFacts: StreamAlertFacts) => ({
  ...stream,
  rules: stream.rules.map((rule) => streamRuleAnswer(stream.id, rule)),
  is_default: stream.id === DEFAULT_STREAM_ID,
  is_editable: !WELL_KNOWN_STREAM_IDS.includes(stream.id),
  ...alertFacts,
})

export const streamAnswer = (
  stream: StoredStream,
  outputs: readonly OutputSummary[],
  alertFacts: StreamAlertFacts,
): Stream => ({
  ...streamFacts(stream, alertFacts),
  outputs: [...outputs],
})

export const streamPageItem = (stream: StoredStream, alertFacts: StreamAlertFacts): StreamPageItem => ({
  ...streamFacts(stream, alertFacts),
  outputs: [...stream.outputs],
})
