/** Wires index sets, and the streams and outputs that use them. */
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createStreamConditions } from '../legacy-alerts/stream-conditions.ts'
import { createOutputs } from '../outputs/outputs.ts'
import { createSearchedIndices } from '../search/scope/searched-indices.ts'
import { deflectorRoutes } from '../store/index-sets/deflector-routes.ts'
import { indexRoutes } from '../store/index-sets/index-routes.ts'
import { indexSetRoutes } from '../store/index-sets/index-set-routes.ts'
import { createIndexSets } from '../store/index-sets/index-sets.ts'
import { streamRoutes } from '../streams/stream-routes.ts'
import { createStreams } from '../streams/stream-service.ts'
import type { Foundation, RouteContext } from './area.ts'
import { loggingAs } from './logging-as.ts'

export type StreamFlow = Awaited<ReturnType<typeof createStreamFlow>>

export async function createStreamFlow(deps: Foundation) {
  await using starting = new AsyncDisposableStack()
  const indexSets = starting.use(
    await createIndexSets({
      ...loggingAs('index-sets', deps),
      jobs: deps.cluster.jobs,
      messages: deps.cluster.messages,
      node: {
        id: deps.nodeId,
        hostname: hostname(),
        running: async () => (await deps.cluster.nodes.listActive()).map(({ node_id }) => node_id),
      },
      settledSeconds: Math.max(24, 2 * deps.config.LOGYARD_JOURNAL_HOURS) * 3600,
      isAssigned: async (id) => (await deps.identity.entities.usedBy('index-set', id)).length > 0,
    }),
  )
  const conditions = starting.use(createStreamConditions(deps))
  const streams = starting.use(
    await createStreams({ ...loggingAs('streams', deps), indexSets: indexSets.sets, alerting: conditions }),
  )
  const outputs = starting.use(
    await createOutputs({
      ...loggingAs('outputs', deps),
      folder: join(deps.config.LOGYARD_DATA, 'outputs'),
      isUrlAllowed: deps.urlWhitelist.isAllowed,
      streams,
    }),
  )
  const running = starting.move()
  return {
    indexSets,
    streams,
    outputs,
    /** Conditions of legacy alerts. */
    conditions,
    indices: createSearchedIndices({ indexSets, streams }),
    routes(api: FastifyInstance, { apiUrl }: RouteContext) {
      indexSetRoutes(api, indexSets)
      indexRoutes(api, indexSets)
      deflectorRoutes(api, indexSets)
      streamRoutes(api, { streams, outputsOf: outputs.summaries, alerting: conditions, apiUrl })
      outputs.routes(api, apiUrl)
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
