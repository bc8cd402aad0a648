import type { FastifyInstance } from 'fastify'
import { clusterRoutes } from '../cluster/cluster-routes.ts'
import { createHealth } from '../cluster/health.ts'
import { systemStatsRoutes } from '../machine/system-stats-routes.ts'
import { createThreadDumps } from '../machine/thread-dump.ts'
import { prometheusRoutes } from '../metrics/prometheus/prometheus-routes.ts'
import { supportRoutes } from '../support/support-routes.ts'
import { readNodeFacts } from './node-facts.ts'
import { createSupport, type SupportDeps } from './support.ts'

interface NodeRoutesDeps extends Omit<SupportDeps, 'threadDumps'> {
  /** Path of the console with a slash at the end. */
  readonly consolePath: string
}

/** The routes with facts about this node. */
export function nodeRoutes(api: FastifyInstance, deps: NodeRoutesDeps): void {
  const threadDumps = createThreadDumps(deps.clock)
  const health = createHealth({
    ...deps,
    ...deps.cluster,
    askSettings: deps.cluster.nodes.self,
    storeReached: deps.engine.ready(),
  })
  clusterRoutes(api, { ...deps, threadDumps, health })
  systemStatsRoutes(api, deps.cluster)
  prometheusRoutes(api, { metrics: deps.metrics, facts: () => readNodeFacts(deps) })
  supportRoutes(api, createSupport({ ...deps, threadDumps }))
}
