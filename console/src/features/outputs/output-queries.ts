import {
  listAvailableOutputs,
  listOutputDeliveries,
  listOutputs,
  listStreamOutputs,
  type OutputSummary,
} from '@logyard/contract/outputs/outputs'
import { getStream } from '@logyard/contract/streams/streams'
import type { Call } from '../../api/api-client.ts'
import { callQuery, pickQuery, polledQuery } from '../../api/call-query.ts'
import { naturally } from '../../base/text/natural-order.ts'

/** Prefix of all output query keys; a change to one output invalidates them all. */
export const OUTPUTS_KEY = ['outputs'] as const

const byTitle = (outputs: readonly OutputSummary[]) => outputs.toSorted((a, b) => naturally(a.title, b.title))

export const outputsQuery = (call: Call) =>
  pickQuery(call, [...OUTPUTS_KEY, 'all'], ({ outputs }) => byTitle(outputs), listOutputs)

export const outputsOfStreamQuery = (call: Call, streamId: string) =>
  pickQuery(call, [...OUTPUTS_KEY, 'of-stream', streamId], ({ outputs }) => byTitle(outputs), listStreamOutputs, {
    params: { id: streamId },
  })

const DELIVERIES_MS = 5000

/** The waiting messages of each output, and the reason of its last failure. */
export const outputDeliveriesQuery = (call: Call) =>
  polledQuery(call, [...OUTPUTS_KEY, 'deliveries'], DELIVERIES_MS, listOutputDeliveries)

/** Descriptions by output type. They change only with the server's version. */
export const outputTypesQuery = (call: Call) => ({
  ...pickQuery(call, ['output-types'], ({ types }) => types, listAvailableOutputs),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The stream, for its title. */
export const streamOfOutputsQuery = (call: Call, id: string) =>
  callQuery(call, ['streams', 'one', id], getStream, { params: { id } })
