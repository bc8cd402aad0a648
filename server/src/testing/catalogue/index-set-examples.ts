/** Creates index sets and indices for examples: each example gets its own. */
import { RETENTION_CLASSES, ROTATION_CLASSES } from '@logyard/contract/store/index-strategies'
import { expect } from 'vitest'
import type { CatalogueWorld, ExampleRequest } from './catalogue-world.ts'

type Example = (world: CatalogueWorld) => ExampleRequest | Promise<ExampleRequest>

const nothing: Example = () => ({})

/** No prefix may begin with another one, and `set-10` begins with `set-1`. */
const draft = (world: CatalogueWorld) => {
  const title = world.unique('set')
  return {
    title,
    index_prefix: `${title}-x`,
    rotation_strategy_class: ROTATION_CLASSES.count,
    rotation_strategy: { type: `${ROTATION_CLASSES.count}Config`, max_docs_per_index: 1000 },
    retention_strategy_class: RETENTION_CLASSES.none,
    retention_strategy: { type: `${RETENTION_CLASSES.none}Config`, max_number_of_indices: 20 },
  }
}

async function ask(world: CatalogueWorld, method: string, path: string, request: ExampleRequest) {
  const answer = await world.call(world.admin, { method, path }, request)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer
}

const ofSet: Example = async (world) => {
  const body = draft(world)
  const id = String((await ask(world, 'POST', '/system/indices/index_sets', { body })).json()['id'])
  return { params: { id, indexSetId: id, index: `${body.index_prefix}_0` } }
}

/** An index that is no longer written to. */
const ofOldIndex: Example = async (world) => {
  const request = await ofSet(world)
  await ask(world, 'POST', '/cluster/deflector/{indexSetId}/cycle', request)
  return request
}

const ofClosedIndex: Example = async (world) => {
  const request = await ofOldIndex(world)
  await ask(world, 'POST', '/system/indexer/indices/{index}/close', request)
  return request
}

/** Only one job rebuilds ranges at a time. */
const whileNoRebuildRuns =
  (example: Example): Example =>
  async (world) => {
    const running = async () => (await ask(world, 'GET', '/system/jobs', {})).text.includes('RebuildIndexRangesJob')
    await expect.poll(running).toBe(false)
    return example(world)
  }

const ofRotation: Example = () => ({ params: { class: ROTATION_CLASSES.size } })
const ofRetention: Example = () => ({ params: { class: RETENTION_CLASSES.close } })

export const indexSetExamples: Readonly<Record<string, Example>> = {
  'index_sets.list': nothing,
  'index_sets.stats': nothing,
  'index_sets.get': ofSet,
  'index_sets.get_stats': ofSet,
  'index_sets.create': (world) => ({ body: draft(world) }),
  'index_sets.update': async (world) => ({ ...(await ofSet(world)), body: { title: 'changed' } }),
  // Other examples depend on the default set, so this one makes the current default set the default again.
  'index_sets.set_default': async (world) => {
    const list = await ask(world, 'GET', '/system/indices/index_sets', {})
    const id = /"id":"([0-9a-f]{24})"[^{]*"default":true/.exec(list.text)?.[1]
    if (id === undefined) throw new Error(`no default index set in ${list.text}`)
    return { params: { id } }
  },
  'index_sets.delete': ofSet,
  'rotation_strategies.list': nothing,
  'rotation_strategies.get': ofRotation,
  'retention_strategies.list': nothing,
  'retention_strategies.get': ofRetention,
  'index_templates.list': nothing,
  'index_templates.get': ofSet,
  'index_templates.update': ofSet,
  'index_templates.update_all': nothing,

  'indices.list': nothing,
  'indices.open': nothing,
  'indices.closed': nothing,
  'indices.reopened': nothing,
  'indices.list_set': ofSet,
  'indices.open_set': ofSet,
  'indices.closed_set': ofSet,
  'indices.reopened_set': ofSet,
  'indices.get': ofSet,
  'indices.multiple': () => ({ body: { indices: ['graylog_0'] } }),
  'indices.close': ofOldIndex,
  'indices.reopen': ofClosedIndex,
  'indices.delete': ofOldIndex,

  'index_ranges.list': nothing,
  'index_ranges.get': ofSet,
  'index_ranges.rebuild_all': whileNoRebuildRuns(nothing),
  'index_ranges.rebuild_set': whileNoRebuildRuns(ofSet),
  'index_ranges.rebuild_index': ofSet,

  'deflector.get_default': nothing,
  'deflector.get': ofSet,
  'deflector.cycle_default_local': nothing,
  'deflector.cycle_local': ofSet,
  'deflector.cycle_default': nothing,
  'deflector.cycle': ofSet,
  'indexer.overview': ofSet,
  'indexer.overview_default': nothing,
  'indexer.health': nothing,
  'indexer.name': nothing,

  'indexer_failures.list': () => ({ query: { limit: '50', offset: '0' } }),
  'indexer_failures.count': () => ({ query: { since: '2026-01-01T00:00:00.000Z' } }),
}
