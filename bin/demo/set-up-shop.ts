/** Sets up a running server for the shop's logs; existing entities stay unchanged. */

import { createInput, listInputs } from '../../contract/src/ingest/inputs.ts'
import { createSearch } from '../../contract/src/search/searches.ts'
import { createIndexSet, listIndexSets } from '../../contract/src/store/index-sets.ts'
import { RETENTION_CLASSES, ROTATION_CLASSES } from '../../contract/src/store/index-strategies.ts'
import { createStream, listStreams, resumeStream } from '../../contract/src/streams/streams.ts'
import { importView } from '../../contract/src/views/view-files.ts'
import { createView, listDashboards, listSavedSearches } from '../../contract/src/views/views.ts'
import type { CallApi } from './api-caller.ts'
import { applicationHealth } from './dashboards/application-health.ts'
import { authentication } from './dashboards/authentication.ts'
import { dashboardFile } from './dashboards/dashboard-file.ts'
import { webTraffic } from './dashboards/web-traffic.ts'
import { SHOP_SEARCHES, shopSearchDocuments } from './shop-searches.ts'
import { SHOP_INDEX_SETS, SHOP_STREAMS, type ShopIndexSet } from './shop-streams.ts'

export interface ShopIds {
  /** Ids by title. */
  readonly streams: ReadonlyMap<string, string>
  /** Ids by title. */
  readonly dashboards: ReadonlyMap<string, string>
  readonly inputPort: number
}

const INPUT = { type: 'org.graylog2.inputs.gelf.tcp.GELFTCPInput', title: 'Shop (GELF TCP)' }
const RECEIVE_BUFFER_BYTES = 1_048_576
const MAX_MESSAGE_BYTES = 2_097_152

export async function setUpShop(
  call: CallApi,
  given: { readonly bindAddress: string; readonly port: number },
): Promise<ShopIds> {
  const indexSets = await setUpIndexSets(call)
  const streams = await setUpStreams(call, indexSets)
  await setUpSearches(call, streams)
  const dashboards = await setUpDashboards(call, streams)
  return { streams, dashboards, inputPort: await setUpInput(call, given) }
}

async function setUpIndexSets(call: CallApi): Promise<ReadonlyMap<string, string>> {
  const { index_sets } = await call(listIndexSets)
  const ids = new Map(index_sets.map(({ index_prefix, id }) => [index_prefix, id]))
  for (const one of SHOP_INDEX_SETS) {
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

async function setUpStreams(
  call: CallApi,
  indexSets: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const { streams } = await call(listStreams)
  const ids = new Map(streams.map(({ title, id }) => [title, id]))
  for (const { title, description, prefix, rules } of SHOP_STREAMS) {
    const indexSetId = indexSets.get(prefix)
    if (ids.has(title) || indexSetId === undefined) continue
    const body = {
      title,
      description,
      rules: [...rules],
      matching_type: 'AND',
      remove_matches_from_default_stream: true,
      index_set_id: indexSetId,
    }
    const { stream_id: id } = await call(createStream, { body })
    await call(resumeStream, { params: { id } })
    ids.set(title, id)
  }
  return new Map(SHOP_STREAMS.map(({ title }) => [title, ids.get(title) ?? '']))
}

async function setUpSearches(call: CallApi, streams: ReadonlyMap<string, string>): Promise<void> {
  for (const shopSearch of SHOP_SEARCHES) {
    const { views } = await call(listSavedSearches, { query: { query: `title:"${shopSearch.title}"`, per_page: 100 } })
    if (views.some(({ title }) => title === shopSearch.title)) continue
    const { search, view } = shopSearchDocuments(shopSearch, [...streams.values()])
    await call(createSearch, { body: search })
    await call(createView, { body: view })
  }
}

async function setUpDashboards(
  call: CallApi,
  streams: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>()
  for (const plan of [webTraffic, authentication, applicationHealth]) {
    const { views } = await call(listDashboards, { query: { query: `title:"${plan.title}"`, per_page: 100 } })
    const known = views.find(({ title }) => title === plan.title)
    const { id } = known ?? (await call(importView, { body: dashboardFile(plan, streams) }))
    ids.set(plan.title, id)
  }
  return ids
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
