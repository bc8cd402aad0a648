/** Why messages are missing: the diagnosis of all inputs, for a stream and a range if a search was about them. */
import { diagnoseIngest } from '@logyard/contract/ingest/ingest-diagnosis'
import type { EffectiveRange } from '@logyard/contract/search/time-ranges'
import type { Call } from '../api/api-client.ts'
import { polledQuery } from '../api/call-query.ts'

export interface Missing {
  readonly stream?: string | undefined
  /** ISO 8601. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** The streams and the range of a search that a diagnosis can be about. */
export function missingIn(streams: readonly string[], range: EffectiveRange | undefined): Missing {
  const [stream, ...others] = streams
  // The range of all messages has no start.
  const isEverything = range === undefined || Date.parse(range.from) <= 0
  return {
    ...(others.length === 0 ? { stream } : {}),
    ...(isEverything ? {} : { from: range.from, to: range.to }),
  }
}

const POLL_MS = 5_000

export const INGEST_DIAGNOSIS_KEY = ['inputs', 'diagnosis', 'all'] as const

export const ingestDiagnosisQuery = (call: Call, { stream, from, to }: Missing = {}) =>
  polledQuery(call, [...INGEST_DIAGNOSIS_KEY, stream, from, to], POLL_MS, diagnoseIngest, {
    query: {
      ...(stream === undefined ? {} : { stream }),
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    },
  })
