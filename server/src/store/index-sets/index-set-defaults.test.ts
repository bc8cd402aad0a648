/** The values that new index sets start with, as administrators configure them. */
import { INDEX_MANAGEMENT_KEY, INDEX_SET_DEFAULTS_KEY } from '@logyard/contract/store/index-set-defaults'
import { RETENTION_CLASSES, ROTATION_CLASSES } from '@logyard/contract/store/index-strategies'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  byTime,
  type EngineUnderTest,
  type IndexSetsUnderTest,
  keeping,
  startIndexSets,
  startTestEngine,
} from '../../testing/start-index-sets.ts'

let engine: EngineUnderTest
let sets: IndexSetsUnderTest
beforeAll(async () => {
  engine = await startTestEngine()
  sets = await startIndexSets(engine)
})
afterAll(async () => {
  await sets[Symbol.asyncDispose]()
  await engine[Symbol.asyncDispose]()
})

const DEFAULTS = {
  shards: 2,
  replicas: 1,
  index_analyzer: 'simple',
  index_optimization_max_num_segments: 3,
  index_optimization_disabled: true,
  field_type_refresh_interval: 9000,
  ...byTime('P7D'),
  ...keeping('close', 8),
}
const document = (key: string) => sets.configs.get(key)

test('an index set gets the configured values for the fields that its creation leaves out', async () => {
  await document(INDEX_SET_DEFAULTS_KEY).replace(DEFAULTS)
  const drafted = { title: 'web', index_prefix: 'web', ...byTime('P1D'), ...keeping('none', 5) }
  const web = await sets.indexSets.sets.create({ ...drafted, shards: 7 })
  expect(web).toMatchObject({
    shards: 7,
    replicas: 1,
    index_analyzer: 'simple',
    index_optimization_max_num_segments: 3,
    index_optimization_disabled: true,
    field_type_refresh_interval: 9000,
    ...byTime('P1D'),
  })
  await document(INDEX_SET_DEFAULTS_KEY).delete()
  const plain = await sets.indexSets.sets.create({ ...drafted, title: 'db', index_prefix: 'db' })
  expect(plain).toMatchObject({ shards: 4, replicas: 0, index_analyzer: 'standard', field_type_refresh_interval: 5000 })
})

test('values that an index set could not have are refused', async () => {
  for (const bad of [
    { ...DEFAULTS, shards: 0 },
    { ...DEFAULTS, index_analyzer: ' ' },
    { ...DEFAULTS, field_type_refresh_interval: 10 },
    { ...DEFAULTS, rotation_strategy_class: 'org.example.Other' },
    { ...DEFAULTS, rotation_strategy: { type: `${ROTATION_CLASSES.count}Config`, max_docs_per_index: 1 } },
    { ...DEFAULTS, ...byTime('never') },
    { ...DEFAULTS, more: 1 },
  ]) {
    await expect(document(INDEX_SET_DEFAULTS_KEY).replace(bad)).rejects.toMatchObject({ kind: 'invalid' })
  }
})

test('a strategy starts with its document, and the strategies of new index sets are a document as well', async () => {
  const key = `${ROTATION_CLASSES.size}Config`
  await document(key).replace({ max_size: '500' })
  const { body } = await sets.http.ask('GET', '/system/indices/rotation/strategies', '')
  const listed = Object(body).strategies.find(({ type }: { type: string }) => type === ROTATION_CLASSES.size)
  expect(listed.default_config).toEqual({ type: key, max_size: 500 })
  const chosen = { rotation_strategy: ROTATION_CLASSES.size, retention_strategy: RETENTION_CLASSES.close }
  expect(await document(INDEX_MANAGEMENT_KEY).replace(chosen)).toEqual(chosen)
  expect(await document(INDEX_SET_DEFAULTS_KEY).read()).toMatchObject({
    rotation_strategy: { max_size: 500 },
    retention_strategy: { max_number_of_indices: 20 },
    shards: 4,
  })
  await expect(document(key).replace({ max_size: 0 })).rejects.toMatchObject({ kind: 'invalid' })
  await document(INDEX_MANAGEMENT_KEY).delete()
  expect(await document(INDEX_MANAGEMENT_KEY).read()).toMatchObject({ rotation_strategy: ROTATION_CLASSES.time })
})
