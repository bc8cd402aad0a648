import { listExtractors } from '@logyard/contract/extractors/extractors'
import type { Call } from '../api/api-client.ts'
import { pickQuery } from '../api/call-query.ts'

const POLL_MS = 2_000

export const extractorsKey = (inputId: string) => ['extractors', inputId] as const

/** The extractors of an input in the order in which they run, with the metrics of the responding node. */
export const extractorsQuery = (call: Call, inputId: string) => ({
  ...pickQuery(
    call,
    [...extractorsKey(inputId), 'list'],
    ({ extractors }) => extractors.toSorted((a, b) => a.order - b.order),
    listExtractors,
    { params: { inputId }, extendSession: false },
  ),
  refetchInterval: POLL_MS,
})
