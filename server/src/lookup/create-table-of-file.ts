/** Creates a lookup table of a CSV text. Its values are stored first, so that the table never has only a part of them. */

import { LOGYARD_VALUES } from '@logyard/contract/lookup/adapter-configs'
import { NO_CACHE } from '@logyard/contract/lookup/cache-configs'
import type { TableOfFile } from '@logyard/contract/lookup/tables-of-files'
import type { Caller } from '../http/caller.ts'
import type { Clock } from '../platform/clock.ts'
import { type SettingsStore, UniqueTaken } from '../platform/settings/settings-store.ts'
import { lookupNameTaken } from './lookup-errors.ts'
import type { LookupService } from './lookup-service.ts'
import type { LookupStores } from './lookup-stores.ts'
import { inChunks } from './values/in-chunks.ts'
import { keptValue } from './values/kept-value.ts'
import { readValueFile } from './values/read-value-file.ts'
import type { KeptValue } from './values/value-table.ts'
import type { ValueTables } from './values/value-tables.ts'

interface TableOfFileDeps {
  readonly service: Pick<LookupService, 'tables' | 'caches' | 'adapters'>
  readonly stores: LookupStores
  readonly valueTables: ValueTables
  readonly settings: Pick<SettingsStore, 'commit'>
  readonly clock: Clock
}

const NO_DEFAULTS = {
  default_single_value: '',
  default_single_value_type: 'NULL',
  default_multi_value: '',
  default_multi_value_type: 'NULL',
} as const

export async function createTableOfFile(deps: TableOfFileDeps, caller: Caller, draft: TableOfFile) {
  const { stores, valueTables, settings } = deps
  if ((await stores.tables.findBy('name', draft.name)) !== undefined) throw lookupNameTaken(draft.name)
  const ignoresCase = draft.case_insensitive_lookup === true
  const values = await readKept(deps, draft, ignoresCase)
  const objects = await prepareObjects(deps, caller, draft)
  const adapterId = objects.adapter.entity.id
  try {
    await valueTables.of(adapterId, ignoresCase).save(values, [])
    await settings.commit([objects.adapter, objects.cache, objects.table].flatMap(({ writes }) => writes))
  } catch (error) {
    await valueTables.drop(adapterId)
    throw error instanceof UniqueTaken ? lookupNameTaken(draft.name) : error
  }
  await objects.adapter.takeEffect()
  await objects.cache.takeEffect()
  await objects.table.takeEffect()
  return { lookup_table: objects.table.entity, values: values.length }
}

async function readKept({ clock }: TableOfFileDeps, file: TableOfFile, ignoresCase: boolean) {
  const life = { defaultLifeMs: undefined, nowMs: clock.now().getTime() }
  const values: KeptValue[] = []
  await inChunks(await readValueFile(file, ignoresCase), (chunk) => {
    values.push(...chunk.map((value) => keptValue(value, life)))
  })
  return values
}

async function prepareObjects({ service, stores }: TableOfFileDeps, caller: Caller, draft: TableOfFile) {
  const { title, description, name, case_insensitive_lookup = false } = draft
  const named = { title, description }
  const config = {
    type: LOGYARD_VALUES,
    time_to_live: 0,
    time_to_live_unit: 'SECONDS',
    case_insensitive_lookup,
  } as const
  const adapterName = await freeName(stores.adapters, name)
  const adapter = await service.adapters.prepareCreate({ ...named, name: adapterName, config }, caller)
  // The values are in memory already.
  const uncached = { ...named, name: await freeName(stores.caches, name), config: { type: NO_CACHE } } as const
  const cache = await service.caches.prepareCreate(uncached, caller)
  const ids = { cache_id: cache.entity.id, data_adapter_id: adapter.entity.id }
  return {
    adapter,
    cache,
    table: await service.tables.prepareCreate({ ...named, name, ...ids, ...NO_DEFAULTS }, caller),
  }
}

/** The name itself, or with a number: the cache and the data adapter of a deleted table may still have it. */
async function freeName(
  store: { findBy(key: 'name', value: string): Promise<unknown> },
  name: string,
): Promise<string> {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name}-${number}`
    if ((await store.findBy('name', candidate)) === undefined) return candidate
  }
}
