/** What the screens of pipelines and rules read from the server. */
import { listPipelineConnections, type PipelineConnections } from '@logyard/contract/pipelines/pipeline-connections'
import { getPipeline, listPipelines, type PipelineSource } from '@logyard/contract/pipelines/pipelines'
import { listRuleFunctions } from '@logyard/contract/pipelines/rule-functions'
import { listSwitchedOffRules } from '@logyard/contract/pipelines/rule-switches'
import { getRule, getRuleMetricsConfig, listRules } from '@logyard/contract/pipelines/rules'
import { DEFAULT_STREAM_ID, EVENTS_STREAM_ID, SYSTEM_EVENTS_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { listStreams } from '@logyard/contract/streams/streams'
import { queryOptions } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'
import { callQuery, pickQuery } from '../../api/call-query.ts'
import { naturally } from '../../base/text/natural-order.ts'

/** Prefixes of the query keys: a change invalidates everything below one. */
export const PIPELINES_KEY = ['pipelines'] as const
export const RULES_KEY = ['pipeline-rules'] as const
export const METRICS_CONFIG_KEY = ['pipeline-rule-metrics-config'] as const

const byTitle = <Titled extends { readonly title: string | null }>(all: readonly Titled[]): readonly Titled[] =>
  all.toSorted((a, b) => naturally(a.title ?? '', b.title ?? ''))

export const pipelinesQuery = (call: Call) => pickQuery(call, [...PIPELINES_KEY, 'all'], byTitle, listPipelines)

export const pipelineQuery = (call: Call, id: string) =>
  callQuery(call, [...PIPELINES_KEY, 'one', id], getPipeline, { params: { id } })

export const connectionsQuery = (call: Call) =>
  callQuery(call, [...PIPELINES_KEY, 'connections'], listPipelineConnections)

export const rulesQuery = (call: Call) => pickQuery(call, [...RULES_KEY, 'all'], byTitle, listRules)

/** The rule to edit: a poll never changes the editor. */
export const ruleQuery = (call: Call, id: string) => ({
  ...callQuery(call, [...RULES_KEY, 'one', id], getRule, { params: { id } }),
  staleTime: 0,
})

export const switchedOffQuery = (call: Call) =>
  pickQuery(call, [...RULES_KEY, 'switched-off'], ({ rules }) => rules, listSwitchedOffRules)

/** They change only with the version of the server. */
export const functionsQuery = (call: Call) => ({
  ...pickQuery(
    call,
    ['pipeline-functions'],
    (all) => all.toSorted((a, b) => naturally(a.name, b.name)),
    listRuleFunctions,
  ),
  staleTime: Number.POSITIVE_INFINITY,
})

export const metricsConfigQuery = (call: Call) => callQuery(call, METRICS_CONFIG_KEY, getRuleMetricsConfig)

/** Streams of events are not processed by pipelines. */
const EVENT_STREAMS: readonly string[] = [EVENTS_STREAM_ID, SYSTEM_EVENTS_STREAM_ID]

export interface ProcessedStream {
  readonly id: string
  readonly title: string
}

/** The streams that pipelines can be connected to, in natural order. */
export const processedStreamsQuery = (call: Call) =>
  queryOptions({
    queryKey: ['streams', 'for-pipelines'],
    queryFn: async ({ signal }): Promise<readonly ProcessedStream[]> => {
      const { streams } = await call(listStreams, { signal })
      return byTitle(streams.filter(({ id }) => !EVENT_STREAMS.includes(id)).map(({ id, title }) => ({ id, title })))
    },
  })

/** The stream to begin with: the default stream, else the first one. */
export const firstStream = (streams: readonly ProcessedStream[]): string | undefined =>
  streams.find(({ id }) => id === DEFAULT_STREAM_ID)?.id ?? streams[0]?.id

/** The pipelines that name a rule in their stages. */
export const pipelinesUsing = (pipelines: readonly PipelineSource[], rule: string): readonly PipelineSource[] =>
  pipelines.filter(({ stages }) => stages.some(({ rules }) => rules.includes(rule)))

/** The streams that a pipeline is connected to; deleted ones are left out. */
export const streamsOf = (
  pipelineId: string | null,
  connections: readonly PipelineConnections[],
  streams: readonly ProcessedStream[],
): readonly ProcessedStream[] =>
  streams.filter(({ id }) =>
    connections.some((one) => one.stream_id === id && one.pipeline_ids.includes(pipelineId ?? '')),
  )
