/** Creates index sets and indices for examples: each example gets its own. */
import { RETENTION_CLASSES, ROTATION_CLASSES } from '@logyard/contract/store/index-strategies'
import { expect } from 'vitest'
import { type Example, nothing } from './catalogue-world.ts'

const ofSet: Example = async ({ make }) => {
  const { id, draft } = await make('index_sets')
  return { params: { id, indexSetId: id, index: `${draft['index_prefix']}_0` } }
}

/** An index that is no longer written to. */
const ofOldIndex: Example = async (world) => {
  const request = await ofSet(world)
  await world.ask('POST', `/cluster/deflector/${request.params?.['id']}/cycle`)
  return request
}

const ofClosedIndex: Example = async (world) => {
  const request = await ofOldIndex(world)
  await world.ask('POST', `/system/indexer/indices/${request.params?.['index']}/close`)
  return request
}

/** Only one job rebuilds ranges at a time. */
const whileNoRebuildRuns =
  (example: Example): Example =>
  async (world) => {
    const running = async () =>
      JSON.stringify(await world.ask('GET', '/cluster/jobs')).includes('RebuildIndexRangesJob')
    await expect.poll(running).toBe(false)
    return example(world)
  }

const ofRotation: Example = () => ({ params: { class: ROTATION_CLASSES.size } })
const ofRetention: Example = () => ({ params: { class: RETENTION_CLASSES.close } })

export const indexSetExamples: Readonly<Record<string, Example>> = {
  'index_sets.stats': nothing,
  'index_sets.get_stats': ofSet,
  'index_sets.update': async (world) => ({ ...(await ofSet(world)), body: { title: 'changed' } }),
  // Other examples depend on the default set, so this one makes the current default set the default again.
  'index_sets.set_default': async (world) => ({ params: { id: await world.defaultIndexSet() } }),
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
