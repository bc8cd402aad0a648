import * as rangeContract from '@logyard/contract/store/index-ranges'
import * as contract from '@logyard/contract/store/indices'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../../http/caller.ts'
import { serve } from '../../http/serve.ts'
import { indexNotFound, indexOfRangeNotManaged, indexSetNotFound } from './index-errors.ts'
import type { ManagedIndex } from './index-lookup.ts'
import type { IndexSets } from './index-sets.ts'

/** The indices themselves, and their ranges. */
export function indexRoutes(
  api: FastifyInstance,
  { sets, lookup, indices, ranges, jobs, statistics }: IndexSets,
): void {
  const ofSet = async (indexSetId: string) => {
    if ((await sets.find(indexSetId)) === undefined) throw indexSetNotFound.otherwise(indexSetId)
    return lookup.list(indexSetId)
  }
  const readable = (found: readonly ManagedIndex[], caller: Caller) =>
    found.filter(({ index }) => caller.holds(`indices:read:${index.id}`))
  const open = async (found: readonly ManagedIndex[]) => ({ indices: await statistics.ofIndices(found) })
  const everything = async (found: readonly ManagedIndex[]) => ({
    closed: closed(found),
    reopened: reopened(found),
    all: await open(found),
  })

  serve(api, contract.listIndices, async ({ caller }) => everything(readable(await lookup.list(), caller)))
  serve(api, contract.listOpenIndices, async () => open(await lookup.list()))
  serve(api, contract.listClosedIndices, async ({ caller }) => closed(readable(await lookup.list(), caller)))
  serve(api, contract.listReopenedIndices, async ({ caller }) => reopened(readable(await lookup.list(), caller)))
  serve(api, contract.listIndicesOfSet, async ({ params, caller }) =>
    everything(readable(await ofSet(params.indexSetId), caller)),
  )
  serve(api, contract.listOpenIndicesOfSet, async ({ params }) => open(await ofSet(params.indexSetId)))
  serve(api, contract.listClosedIndicesOfSet, async ({ params, caller }) =>
    closed(readable(await ofSet(params.indexSetId), caller)),
  )
  serve(api, contract.listReopenedIndicesOfSet, async ({ params, caller }) =>
    reopened(readable(await ofSet(params.indexSetId), caller)),
  )
  serve(api, contract.getIndex, async ({ params }) => {
    const info = (await statistics.ofIndices([await lookup.get(params.index)]))[params.index]
    if (info === undefined) throw indexNotFound(params.index)
    return info
  })
  serve(api, contract.getIndices, async ({ body, caller }) => {
    const asked = new Set(body.indices)
    const found = (await lookup.list()).filter(({ index }) => asked.has(index.id))
    return statistics.ofIndices(readable(found, caller))
  })
  serve(api, contract.closeIndex, ({ params }) => indices.close(params.index))
  serve(api, contract.reopenIndex, ({ params }) => indices.reopen(params.index))
  serve(api, contract.deleteIndex, ({ params }) => indices.delete(params.index))

  serve(api, rangeContract.listIndexRanges, async ({ caller }) => {
    const all = await ranges.list()
    const allowed = all.filter((range) => caller.holds(`indexranges:read:${range.index_name}`))
    return { total: allowed.length, ranges: allowed }
  })
  serve(api, rangeContract.getIndexRange, ({ params }) => ranges.get(params.index))
  serve(api, rangeContract.rebuildIndexRanges, () => jobs.rebuildRanges())
  serve(api, rangeContract.rebuildIndexRangesOfSet, async ({ params }) => {
    if ((await sets.find(params.indexSetId)) === undefined) throw indexSetNotFound.whenRebuilt(params.indexSetId)
    await jobs.rebuildRanges(params.indexSetId)
  })
  serve(api, rangeContract.rebuildIndexRange, async ({ params }) => {
    if ((await lookup.find(params.index)) === undefined) throw indexOfRangeNotManaged(params.index)
    await jobs.calculateRange(params.index)
  })
}

const names = (found: readonly ManagedIndex[]) => ({
  indices: found.map(({ index }) => index.id),
  total: found.length,
})
const closed = (found: readonly ManagedIndex[]) => names(found.filter(({ index }) => index.state === 'closed'))
const reopened = (found: readonly ManagedIndex[]) => names(found.filter(({ index }) => index.is_reopened))
