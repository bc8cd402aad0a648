import {
  listAvailableOutputs,
  listOutputs,
  listStreamOutputs,
  type OutputSummary,
} from '@logyard/contract/outputs/outputs'
import { getStream } from '@logyard/contract/streams/streams'
import { queryOptions } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'
import { callQuery } from '../../api/call-query.ts'
import { naturally } from '../../base/text/natural-order.ts'

/** Prefix of all output query keys; a change to one output invalidates them all. */
export const OUTPUTS_KEY = ['outputs'] as const

const byTitle = (outputs: readonly OutputSummary[]) => outputs.toSorted((a, b) => naturally(a.title, b.title))

export const outputsQuery = (call: Call) =>
  queryOptions({
    queryKey: [...OUTPUTS_KEY, 'all'],
    queryFn: async ({ signal }) => byTitle((await call(listOutputs, { signal })).outputs),
  })

export const outputsOfStreamQuery = (call: Call, streamId: string) =>
  queryOptions({
    queryKey: [...OUTPUTS_KEY, 'of-stream', streamId],
    queryFn: async ({ signal }) =>
      byTitle((await call(listStreamOutputs, { params: { id: streamId }, signal })).outputs),
  })

/** Descriptions by output type. They change only with the server's version. */
export const outputTypesQuery = (call: Call) =>
  queryOptions({
    queryKey: ['output-types'],
    queryFn: async ({ signal }) => (await call(listAvailableOutputs, { signal })).types,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The stream, for its title. */
export const streamOfOutputsQuery = (call: Call, id: string) =>
  callQuery(call, ['streams', 'one', id], getStream, { params: { id } })
