/** Wires index sets, and the streams and outputs that use them. */
import { hostname } from 'node:os'
import { createStreamConditions, type StreamConditions } from '../legacy-alerts/stream-conditions.ts'
import { createOutputs, type Outputs } from '../outputs/outputs.ts'
import { createSearchedIndices, type SearchedIndices } from '../search/scope/searched-indices.ts'
import { deflectorRoutes } from '../store/index-sets/deflector-routes.ts'
import { indexRoutes } from '../store/index-sets/index-routes.ts'
import { indexSetRoutes } from '../store/index-sets/index-set-routes.ts'
import { createIndexSets, type IndexSets } from '../store/index-sets/index-sets.ts'
import { streamRoutes } from '../streams/stream-routes.ts'
import { createStreams, type Streams } from '../streams/stream-service.ts'
import type { Foundation, WiredFlow } from './area.ts'
import { loggingAs } from './logging-as.ts'

export interface StreamFlow extends WiredFlow, AsyncDisposable {
  readonly indexSets: IndexSets
  readonly streams: Streams
  readonly outputs: Outputs
  readonly indices: SearchedIndices
  /** Conditions of legacy alerts. */
  readonly conditions: StreamConditions
}

export async function createStreamFlow(deps: Foundation): Promise<StreamFlow> {
  await using starting = new AsyncDisposableStack()
  const indexSets = starting.use(
    await createIndexSets({
      ...loggingAs('index-sets', deps),
      jobs: deps.cluster.jobs,
      messages: deps.cluster.messages,
      node: { id: deps.nodeId, hostname: hostname() },
      isAssigned: async (id) => (await deps.identity.entities.usedBy('index-set', id)).length > 0,
    }),
  )
  const conditions = starting.use(createStreamConditions(deps))
  const streams = starting.use(
    await createStreams({ ...loggingAs('streams', deps), indexSets: indexSets.sets, alerting: conditions }),
  )
  const outputs = starting.use(await createOutputs({ ...loggingAs('outputs', deps), streams }))
  const running = starting.move()
  return {
    indexSets,
    streams,
    outputs,
    conditions,
    indices: createSearchedIndices({ indexSets, streams }),
    routes(api, { apiUrl }) {
      indexSetRoutes(api, indexSets)
      indexRoutes(api, indexSets)
      deflectorRoutes(api, indexSets)
      streamRoutes(api, { streams, outputsOf: outputs.summaries, alerting: conditions, apiUrl })
      outputs.routes(api, apiUrl)
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
