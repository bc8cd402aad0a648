import * as contract from '@logyard/contract/store/deflector'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../../http/caller.ts'
import { type Call, serve } from '../../http/serve.ts'
import { apiError } from '../../http/status-answers.ts'
import { LogyardError } from '../../platform/errors.ts'
import { indexSetNotFound } from './index-errors.ts'
import type { IndexSets } from './index-sets.ts'
import { INDEXER_NAME } from './index-statistics.ts'

const overviewUnavailable = (cause: unknown) =>
  new LogyardError(
    'unavailable',
    'indexer-overview-unavailable',
    'Elasticsearch cluster is not available, check your configuration and logs for more information.',
    { cause },
  )

const isEngineAway = (error: unknown) => error instanceof LogyardError && error.kind === 'unavailable'

/** The current write indices, and the health of the message store. */
export function deflectorRoutes(api: FastifyInstance, indexSets: IndexSets): void {
  const { sets, targets, indices, statistics } = indexSets

  const deflector = async (indexSetId: string) => {
    if ((await sets.find(indexSetId)) === undefined) throw indexSetNotFound.otherwise(indexSetId)
    const target = targets.of(indexSetId)
    return { is_up: target !== undefined, current_target: target ?? null }
  }
  const cycle = async (indexSetId: string, { request }: Pick<Call<typeof contract.cycle>, 'request'>) => {
    const index = await indices.cycle(indexSetId)
    request.log.info({ indexSetId, index }, 'write index cycled')
  }
  const overview = async (indexSetId: string, caller: Caller) => {
    if ((await sets.find(indexSetId)) === undefined) throw indexSetNotFound.otherwise(indexSetId)
    try {
      const whole = await statistics.overview(indexSetId)
      const shown = Object.entries(whole.indices).map(([name, summary]) =>
        caller.holds(`indexranges:read:${name}`) ? [name, summary] : [name, { ...summary, range: null }],
      )
      return { ...whole, indices: Object.fromEntries(shown) }
    } catch (error) {
      if (isEngineAway(error)) throw overviewUnavailable(error)
      throw error
    }
  }

  serve(api, contract.getDefaultDeflector, async () => deflector(await sets.defaultId()))
  serve(api, contract.getDeflector, ({ params }) => deflector(params.indexSetId))
  serve(api, contract.cycleDefaultHere, async (call) => cycle(await sets.defaultId(), call))
  serve(api, contract.cycleHere, (call) => cycle(call.params.indexSetId, call))
  serve(api, contract.cycleDefault, async (call) => cycle(await sets.defaultId(), call))
  serve(api, contract.cycle, (call) => cycle(call.params.indexSetId, call))

  serve(api, contract.getDefaultIndexerOverview, async ({ caller }) => overview(await sets.defaultId(), caller))
  serve(api, contract.getIndexerOverview, ({ params, caller }) => overview(params.indexSetId, caller))
  serve(api, contract.getIndexerHealth, async ({ reply }) => {
    try {
      return await statistics.health()
    } catch (error) {
      if (isEngineAway(error)) return reply.code(500).send(apiError(HEALTH_UNREAD))
      throw error
    }
  })
  serve(api, contract.getIndexerName, async ({ reply }) => {
    try {
      await statistics.health()
      return { name: INDEXER_NAME }
    } catch (error) {
      if (isEngineAway(error)) return reply.code(500).send(apiError(HEALTH_UNREAD))
      throw error
    }
  })
}

const HEALTH_UNREAD = "Couldn't read Elasticsearch cluster health"
