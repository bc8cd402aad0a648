import { getColdStorage } from '@logyard/contract/store/cold-storage'
import * as contract from '@logyard/contract/store/index-sets'
import * as strategyContract from '@logyard/contract/store/index-strategies'
import * as templateContract from '@logyard/contract/store/index-templates'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import { indexSetNotFound } from './index-errors.ts'
import type { IndexSets } from './index-sets.ts'
import { getRetentionStrategy, getRotationStrategy } from './index-strategies.ts'
import { indexTemplate } from './index-template.ts'

const EMPTY = { indices: 0, documents: 0, size: 0 }

/** Index sets, the strategies they choose from, and their templates. */
export function indexSetRoutes(api: FastifyInstance, { sets, statistics, defaults }: IndexSets): void {
  const read = async (id: string) => {
    const set = await sets.find(id)
    if (set === undefined) throw indexSetNotFound.whenRead(id)
    return set
  }

  serve(api, contract.listIndexSets, async ({ query, caller }) => {
    const { skip = 0, limit = 0 } = query
    const all = await sets.list()
    const allowed = all.filter(({ id }) => caller.holds(`indexsets:read:${id}`))
    const index_sets = limit === 0 ? allowed : allowed.slice(skip, skip + limit)
    if (query.stats !== true) return { total: allowed.length, index_sets, stats: {} }
    const known = await statistics.ofSets()
    const stats = Object.fromEntries(all.map(({ id }) => [id, known.get(id) ?? EMPTY]))
    return { total: allowed.length, index_sets, stats }
  })
  serve(api, getColdStorage, () => statistics.coldStorage())
  serve(api, contract.getIndexSetsStats, () => statistics.ofAllSets())
  serve(api, contract.getIndexSet, ({ params }) => read(params.id))
  serve(api, contract.getIndexSetStats, async ({ params }) => statistics.ofSet((await read(params.id)).id))
  serve(api, contract.createIndexSet, ({ body }) => sets.create(body))
  serve(api, contract.updateIndexSet, ({ params, body }) => sets.update(params.id, body))
  serve(api, contract.setDefaultIndexSet, ({ params }) => sets.makeDefault(params.id))
  serve(api, contract.deleteIndexSet, async ({ params, query }) => {
    const withIndices = query.delete_indices ?? true
    await sets.delete(params.id, withIndices)
  })

  serve(api, strategyContract.listRotationStrategies, async () => {
    const strategies = [...(await defaults.rotationStrategies())]
    return { total: strategies.length, strategies }
  })
  serve(api, strategyContract.getRotationStrategy, async ({ params }) =>
    getRotationStrategy(await defaults.rotationStrategies(), params.class),
  )
  serve(api, strategyContract.listRetentionStrategies, async () => {
    const strategies = [...(await defaults.retentionStrategies())]
    return { total: strategies.length, strategies }
  })
  serve(api, strategyContract.getRetentionStrategy, async ({ params }) =>
    getRetentionStrategy(await defaults.retentionStrategies(), params.class),
  )

  const templateOf = async (id: string) => {
    const set = await sets.find(id)
    if (set === undefined) throw indexSetNotFound.ofTemplate(id)
    return indexTemplate(set)
  }
  serve(api, templateContract.listIndexTemplates, async () => (await sets.list()).map(indexTemplate))
  serve(api, templateContract.getIndexTemplate, ({ params }) => templateOf(params.indexSetId))
  serve(api, templateContract.updateIndexTemplate, ({ params }) => templateOf(params.indexSetId))
  serve(api, templateContract.updateIndexTemplates, async ({ caller }) =>
    (await sets.list()).filter(({ id }) => caller.holds(`indexsets:edit:${id}`)).map(indexTemplate),
  )
}
