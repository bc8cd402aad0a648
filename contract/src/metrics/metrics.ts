/** Counters and measurements of Logyard itself, under dotted names. */
import { type Static, Type } from 'typebox'
import { decimal, MAX_NAMED } from '../http/bounds.ts'
import { ApiError, IsoInstant, nullable } from '../http/envelope.ts'
import { holds, inArea, READS_ONLY, signedIn } from '../http/operation.ts'

export const MetricRate = Type.Object({
  total: Type.Number(),
  mean: Type.Number(),
  one_minute: Type.Number(),
  five_minute: Type.Number(),
  fifteen_minute: Type.Number(),
})

export const MetricTimes = Type.Object({
  max: Type.Number(),
  min: Type.Number(),
  mean: Type.Number(),
  std_dev: Type.Number(),
  '95th_percentile': Type.Number(),
  '98th_percentile': Type.Number(),
  '99th_percentile': Type.Number(),
})

const naming = {
  full_name: Type.String(),
  name: Type.String({ description: 'The part after the last dot' }),
}

export const Metric = Type.Union(
  [
    Type.Object({ ...naming, type: Type.Literal('gauge'), metric: Type.Object({ value: Type.Unknown() }) }),
    Type.Object({ ...naming, type: Type.Literal('counter'), metric: Type.Object({ count: Type.Number() }) }),
    Type.Object({
      ...naming,
      type: Type.Literal('meter'),
      metric: Type.Object({ rate: MetricRate, rate_unit: Type.Literal('events/second') }),
    }),
    Type.Object({
      ...naming,
      type: Type.Literal('timer'),
      metric: Type.Object({
        time: MetricTimes,
        rate: MetricRate,
        duration_unit: Type.Literal('microseconds'),
        rate_unit: Type.Literal('events/second'),
      }),
    }),
    Type.Object({
      ...naming,
      type: Type.Literal('histogram'),
      metric: Type.Object({ time: MetricTimes, count: Type.Number() }),
    }),
  ],
  { title: 'Metric' },
)
export type Metric = Static<typeof Metric>

export const MetricsSummary = Type.Object(
  { total: Type.Integer(), metrics: Type.Array(Metric) },
  { title: 'MetricsSummary' },
)
export type MetricsSummary = Static<typeof MetricsSummary>

export const MetricsSummaryByNode = Type.Record(Type.String(), nullable(MetricsSummary), {
  title: 'MetricsSummaryByNode',
  description: 'By node id; null for a node that did not respond',
})

const MetricsRequest = Type.Object(
  { metrics: Type.Array(Type.String(), { maxItems: MAX_NAMED }) },
  { title: 'MetricsRequest', additionalProperties: false },
)
const MetricNames = Type.Object({ names: Type.Array(Type.String()) }, { title: 'MetricNames' })

/** One metric in the format of metric libraries: times are in seconds, and the keys show its kind. */
export const LibraryMetric = Type.Record(Type.String(), Type.Unknown(), { title: 'LibraryMetric' })
export type LibraryMetric = Static<typeof LibraryMetric>

const libraryMetrics = Type.Record(Type.String(), LibraryMetric)
export const LibraryMetrics = Type.Object(
  {
    version: Type.String(),
    gauges: libraryMetrics,
    counters: libraryMetrics,
    histograms: libraryMetrics,
    meters: libraryMetrics,
    timers: libraryMetrics,
  },
  { title: 'LibraryMetrics' },
)
export type LibraryMetrics = Static<typeof LibraryMetrics>

export const MetricHistory = Type.Object(
  {
    name: Type.String(),
    node: Type.String(),
    type: nullable(Type.String()),
    values: Type.Array(Type.Object({ timestamp: IsoInstant, value: Type.Number() })),
  },
  { title: 'MetricHistory', description: 'Of the last five minutes; counts for counters, meters, timers, histograms' },
)

export const Throughput = Type.Object(
  { throughput: Type.Integer({ description: 'Messages written in the last second' }) },
  { title: 'Throughput' },
)

const { get, post } = inArea('metrics')

export const readMetricsOfNode = post('/cluster/{nodeId}/metrics/multiple', {
  id: 'metrics.multiple_node',
  node: 'named',
  summary: 'Metrics by name, of one node',
  access: signedIn,
  audit: READS_ONLY,
  body: MetricsRequest,
  answers: { 200: MetricsSummary, 404: ApiError },
})

export const readMetrics = post('/system/metrics/multiple', {
  id: 'metrics.multiple_local',
  node: 'this',
  summary: 'Metrics by name, of this node',
  access: signedIn,
  audit: READS_ONLY,
  body: MetricsRequest,
  answers: { 200: MetricsSummary },
})

export const readMetricsOfCluster = post('/cluster/metrics/multiple', {
  id: 'metrics.multiple_cluster',
  merges: { each: readMetrics },
  summary: 'Metrics by name, of every node; unknown and unreadable names are left out',
  access: signedIn,
  audit: READS_ONLY,
  body: MetricsRequest,
  answers: { 200: MetricsSummaryByNode },
})

export const readNamespaceOfNode = get('/cluster/{nodeId}/metrics/namespace/{ns}', {
  id: 'metrics.namespace_node',
  node: 'named',
  summary: 'Metrics of one node whose names begin with a text',
  access: signedIn,
  answers: { 200: MetricsSummary, 404: ApiError },
})

export const readNamespace = get('/system/metrics/namespace/{ns}', {
  id: 'metrics.namespace_local',
  node: 'this',
  summary: 'Metrics of this node whose names begin with a text',
  access: signedIn,
  answers: { 200: MetricsSummary, 404: ApiError },
})

export const listMetricNames = get('/system/metrics/names', {
  id: 'metrics.names_local',
  node: 'this',
  summary: 'The names of all metrics',
  access: holds('metrics:allkeys'),
  answers: { 200: MetricNames },
})

export const listMetricNamesOfNode = get('/cluster/{nodeId}/metrics/names', {
  id: 'metrics.names_node',
  node: 'named',
  summary: 'The names of all metrics of one node',
  access: holds('metrics:allkeys'),
  answers: { 200: MetricNames, 404: ApiError },
})

export const readAllMetrics = get('/system/metrics', {
  id: 'metrics.all',
  node: 'this',
  summary: 'All metrics in the format of metric libraries',
  access: holds('metrics:readall'),
  answers: { 200: LibraryMetrics },
})

export const getMetric = get('/system/metrics/{name}', {
  id: 'metrics.get',
  node: 'this',
  summary: 'One metric in the format of metric libraries',
  access: holds('metrics:read:<name>'),
  answers: { 200: LibraryMetric, 404: ApiError },
})

export const getMetricHistory = get('/system/metrics/{name}/history', {
  id: 'metrics.history',
  node: 'this',
  summary: 'How a metric went in the last five minutes',
  access: holds('metrics:readhistory:<name>'),
  query: Type.Object({ after: Type.Optional(decimal({ description: 'Milliseconds since 1970' })) }),
  answers: { 200: MetricHistory },
})

export const getThroughput = get('/system/throughput', {
  id: 'metrics.throughput',
  node: 'this',
  summary: 'Messages that this node wrote in the last second',
  access: holds('throughput:read'),
  answers: { 200: Throughput },
})

export const ThroughputHistory = Type.Object(
  {
    minutes: Type.Array(
      Type.Object({
        at: IsoInstant,
        input: Type.Integer({ description: 'Messages received in the minute before' }),
        output: Type.Integer({ description: 'Messages stored in the minute before' }),
      }),
      { maxItems: 1440, description: 'Of the last 24 hours, oldest first; none while the node did not run' },
    ),
  },
  { title: 'ThroughputHistory' },
)
export type ThroughputHistory = Static<typeof ThroughputHistory>

export const getThroughputHistory = get('/logyard/throughput', {
  id: 'metrics.throughput_history',
  summary: 'Messages that all nodes received and stored, by minute',
  access: holds('throughput:read'),
  answers: { 200: ThroughputHistory },
})
