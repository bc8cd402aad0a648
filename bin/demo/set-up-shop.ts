/** Sets up a running server for the shop's logs; existing entities stay unchanged. */
import type { NamedEntity } from '../../contract/src/content-packs/configuration-text.ts'
import { createInput, listInputs } from '../../contract/src/ingest/inputs.ts'
import { createIndexSet, listIndexSets } from '../../contract/src/store/index-sets.ts'
import { RETENTION_CLASSES, ROTATION_CLASSES } from '../../contract/src/store/index-strategies.ts'
import { listStreams, updateStream } from '../../contract/src/streams/streams.ts'
import { listDashboards } from '../../contract/src/views/views.ts'
import type { CallApi } from './api-caller.ts'
import { indexSetOf, SECURITY_INDEX_SET, SHOP_INDEX_SET, type ShopIndexSet } from './shop-index-sets.ts'
import { createMissing, ofType, readShopObjects } from './shop-objects.ts'

const FIRST_DASHBOARD = 'Shop: web traffic'
const INPUT = { type: 'org.graylog2.inputs.gelf.tcp.GELFTCPInput', title: 'Shop (GELF TCP)' }
const RECEIVE_BUFFER_BYTES = 1_048_576
const MAX_MESSAGE_BYTES = 2_097_152

export async function setUpShop(call: CallApi, given: { readonly bindAddress: string; readonly port: number }) {
  const objects = await readShopObjects()
  const indexSets = await setUpIndexSets(call)
  /** Ids by title. */
  const streams = await setUpStreams(call, ofType(objects, 'stream'), indexSets)
  await createMissing(call, ofType(objects, 'search', 'dashboard'))
  const { views } = await call(listDashboards, { query: { query: `title:"${FIRST_DASHBOARD}"`, per_page: 100 } })
  /** Id of the dashboard to open. */
  const dashboard = views.find(({ title }) => title === FIRST_DASHBOARD)?.id ?? ''
  return { streams, dashboard, inputPort: await setUpInput(call, given) }
}

async function setUpIndexSets(call: CallApi): Promise<ReadonlyMap<string, string>> {
  const { index_sets } = await call(listIndexSets)
  const ids = new Map(index_sets.map(({ index_prefix, id }) => [index_prefix, id]))
  for (const one of [SHOP_INDEX_SET, SECURITY_INDEX_SET]) {
    if (!ids.has(one.prefix)) ids.set(one.prefix, (await call(createIndexSet, { body: indexSetDraft(one) })).id)
  }
  return ids
}

const indexSetDraft = ({ title, description, prefix, keptDays }: ShopIndexSet) => ({
  title,
  description,
  index_prefix: prefix,
  rotation_strategy_class: ROTATION_CLASSES.time,
  rotation_strategy: { type: `${ROTATION_CLASSES.time}Config`, rotation_period: 'P1D' },
  retention_strategy_class: RETENTION_CLASSES.delete,
  retention_strategy: { type: `${RETENTION_CLASSES.delete}Config`, max_number_of_indices: keptDays },
  creation_date: new Date().toISOString(),
  index_analyzer: 'standard',
  shards: 1,
  replicas: 0,
  index_optimization_max_num_segments: 1,
  index_optimization_disabled: false,
  field_type_refresh_interval: 5000,
})

/** New streams are stored in the index sets of the shop. */
async function setUpStreams(
  call: CallApi,
  entities: readonly NamedEntity[],
  indexSets: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const created = await createMissing(call, entities)
  const { streams } = await call(listStreams)
  const ids = new Map(streams.map(({ title, id }) => [title, id]))
  for (const { name } of created) {
    const index_set_id = indexSets.get(indexSetOf(name).prefix)
    if (index_set_id !== undefined)
      await call(updateStream, { params: { id: ids.get(name) ?? '' }, body: { index_set_id } })
  }
  return new Map(entities.map(({ name }) => [name, ids.get(name) ?? '']))
}

/** The input's port, which differs from the requested one if the input already existed. */
async function setUpInput(
  call: CallApi,
  given: { readonly bindAddress: string; readonly port: number },
): Promise<number> {
  const { inputs } = await call(listInputs)
  const known = inputs.find(({ title, type }) => title === INPUT.title && type === INPUT.type)
  const port = known?.attributes['port']
  if (typeof port === 'number') return port
  const configuration = {
    bind_address: given.bindAddress,
    port: given.port,
    recv_buffer_size: RECEIVE_BUFFER_BYTES,
    max_message_size: MAX_MESSAGE_BYTES,
    use_null_delimiter: true,
  }
  await call(createInput, { body: { ...INPUT, global: true, configuration } })
  return given.port
}
