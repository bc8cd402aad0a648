import {
  getMetric,
  getMetricHistory,
  getThroughput,
  getThroughputHistory,
  listMetricNames,
  listMetricNamesOfNode,
  type MetricsSummary,
  readAllMetrics,
  readMetrics,
  readMetricsOfCluster,
  readMetricsOfNode,
  readNamespace,
  readNamespaceOfNode,
} from '@logyard/contract/metrics/metrics'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../http/caller.ts'
import { serve } from '../http/serve.ts'
import { LogyardError } from '../platform/errors.ts'
import { mergeThroughput } from './merge-throughput.ts'
import { libraryShape, libraryShapes, metricShape } from './metric-shapes.ts'
import type { Metrics, Reading } from './metrics.ts'
import type { Throughput } from './throughput.ts'

export interface MetricRoutesDeps {
  readonly metrics: Metrics
  readonly throughput: Throughput
  readonly nodeId: string
}

const namespaceUnknown = (namespace: string) =>
  new LogyardError('not-found', 'metric-namespace-unknown', `No metrics with namespace [${namespace}] found.`)

const metricUnknown = (name: string) =>
  new LogyardError('not-found', 'metric-unknown', `I do not have a metric called [${name}].`)

export function metricRoutes(api: FastifyInstance, { metrics, throughput, nodeId }: MetricRoutesDeps): void {
  /** Metrics in the order of the request, without names that are unknown or that the caller may not read. */
  const summary = (names: readonly string[], caller: Caller): MetricsSummary => {
    const found = names.flatMap((name) => {
      const reading = caller.holds(`metrics:read:${name}`) ? metrics.find(name) : undefined
      return reading === undefined ? [] : [metricShape(name, reading)]
    })
    return { total: found.length, metrics: found }
  }
  const namespaceSummary = (namespace: string, caller: Caller) => {
    const names = metrics.names(namespace)
    if (names.length === 0) throw namespaceUnknown(namespace)
    return summary(names, caller)
  }

  serve(api, readMetricsOfCluster, ({ body, caller }) => ({ [nodeId]: summary(body.metrics, caller) }))
  serve(api, readMetrics, ({ body, caller }) => summary(body.metrics, caller))
  serve(api, readMetricsOfNode, ({ body, caller }) => summary(body.metrics, caller))

  serve(api, readNamespace, ({ params, caller }) => namespaceSummary(params.ns, caller))
  serve(api, readNamespaceOfNode, ({ params, caller }) => namespaceSummary(params.ns, caller))

  serve(api, listMetricNames, () => ({ names: [...metrics.names()] }))
  serve(api, listMetricNamesOfNode, () => ({ names: [...metrics.names()] }))

  serve(api, readAllMetrics, () => libraryShapes(readings(metrics)))
  serve(api, getMetric, ({ params }) => {
    const reading = metrics.find(params.name)
    if (reading === undefined) throw metricUnknown(params.name)
    return libraryShape(reading)
  })
  serve(api, getMetricHistory, ({ params, query }) => {
    const after = query.after ?? -1
    const samples = metrics.history(params.name).filter(({ timestamp }) => timestamp.getTime() > after)
    const values = samples.map(({ timestamp, value }) => ({ timestamp: timestamp.toISOString(), value }))
    return { name: params.name, node: nodeId, type: metrics.find(params.name)?.type ?? null, values }
  })

  serve(api, getThroughputHistory, () => ({ minutes: throughput.minutes() }), { merge: mergeThroughput })
  serve(api, getThroughput, () => ({ throughput: throughput.lastSecond().output }))
}

function* readings(metrics: Metrics): Generator<readonly [string, Reading]> {
  for (const name of metrics.names()) {
    const reading = metrics.find(name)
    if (reading !== undefined) yield [name, reading]
  }
}
