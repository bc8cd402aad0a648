/** Lookup tables, their caches and data adapters. */

import { AdapterConfig } from '@logyard/contract/lookup/adapter-configs'
import { CacheConfig } from '@logyard/contract/lookup/cache-configs'
import { DEFAULT_VALUE_TYPES } from '@logyard/contract/lookup/lookup-tables'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { oneOf, text, textOrEmpty } from '../../entities/codecs/scalar-codecs.ts'
import { configuration, shape } from '../../entities/codecs/shape-codecs.ts'
import { entityDiffers, entityInvalid } from '../../entities/entity-errors.ts'
import { entityType } from '../../entities/entity-type.ts'
import type { Caller } from '../../http/caller.ts'
import type { LookupService } from '../../lookup/lookup-service.ts'

const EVERYTHING = { query: { chunks: [] }, sort: 'id', order: 'asc', page: 1, perPage: 0 } as const
/** The permission to delete each object is checked before. */
const ANYONE: Caller = { userId: '', username: '', holds: () => true, require: () => undefined }
const named = { name: text, title: text, description: textOrEmpty }
const partCodec = shape({ ...named, configuration })

const tableCodec = shape({
  ...named,
  cache_name: text,
  data_adapter_name: text,
  default_single_value: textOrEmpty,
  default_single_value_type: oneOf(DEFAULT_VALUE_TYPES),
  default_multi_value: textOrEmpty,
  default_multi_value_type: oneOf(DEFAULT_VALUE_TYPES),
})

function checkConfig<T>(schema: TSchema, config: unknown): T {
  if (Value.Check(schema, config)) return config as T
  const [error] = Value.Errors(schema, config)
  throw entityInvalid('configuration', `is not valid: ${error?.instancePath ?? ''} ${error?.message ?? ''}`)
}

export function lookupTableEntity({ tables, requireParts }: Pick<LookupService, 'tables' | 'requireParts'>) {
  const all = async () => (await tables.page(EVERYTHING)).rows
  return entityType({
    type: { name: 'lookup_table', version: '1' },
    permissions: {
      read: (id) => [`lookuptables:read:${id}`],
      create: 'lookuptables:create',
      edit: 'lookuptables:edit',
      delete: 'lookuptables:delete',
    },
    codec: tableCodec,
    titleOf: ({ title }) => title,
    mapReferences: (data, replaced) => ({
      ...data,
      cache_name: replaced({ type: 'lookup_cache', id: data.cache_name }),
      data_adapter_name: replaced({ type: 'lookup_adapter', id: data.data_adapter_name }),
    }),
    list: async () => (await all()).map(({ id, title }) => ({ id, title })),
    async export(id) {
      const found = await tables.find(id)
      if (found === undefined) return undefined
      const { cache_id, data_adapter_id, id: _, content_pack, ...facts } = found
      const data = { ...facts, cache_name: cache_id, data_adapter_name: data_adapter_id }
      return { title: found.title, data, shown: data }
    },
    async findExisting({ name, title }) {
      const found = (await all()).find((one) => one.name === name)
      if (found !== undefined && found.title !== title) {
        throw entityDiffers(`Different lookup table title found for name "${name}": <${title}> and <${found.title}>`)
      }
      return found && { id: found.id, title: found.title }
    },
    async prepare({ cache_name: cache_id, data_adapter_name: data_adapter_id, ...facts }, { caller }, id) {
      const before = id === undefined ? undefined : await tables.find(id)
      await requireParts(caller, { cache_id, data_adapter_id }, before)
      return tables.preparing({ ...facts, cache_id, data_adapter_id, ...(id === undefined ? {} : { id }) }, id)
    },
    remove: (id) => tables.delete(ANYONE, id),
  })
}

export function lookupCacheEntity({ caches }: Pick<LookupService, 'caches'>) {
  const all = async () => (await caches.page(EVERYTHING)).rows
  return entityType({
    type: { name: 'lookup_cache', version: '1' },
    permissions: {
      read: (id) => [`lookuptables:read:${id}`],
      create: 'lookuptables:create',
      edit: 'lookuptables:edit',
      delete: 'lookuptables:delete',
    },
    codec: partCodec,
    titleOf: ({ title }) => title,
    mapReferences: (data) => data,
    list: async () => (await all()).map(({ id, title }) => ({ id, title })),
    async export(id) {
      const found = await caches.find(id)
      if (found === undefined) return undefined
      const { name, title, description, config } = found
      const data = { name, title, description, configuration: { ...config } }
      return { title, data, shown: data }
    },
    async findExisting({ name }) {
      const found = (await all()).find((one) => one.name === name)
      return found && { id: found.id, title: found.title }
    },
    prepare({ configuration: config, ...facts }, _installing, id) {
      return caches.preparing({ ...facts, config: checkConfig<CacheConfig>(CacheConfig, config) }, id)
    },
    staysWhileUsed: true,
    remove: (id) => caches.delete(ANYONE, id),
  })
}

export function lookupAdapterEntity({ adapters, openAdapter }: Pick<LookupService, 'adapters' | 'openAdapter'>) {
  const all = async () => (await adapters.page(EVERYTHING)).rows
  return entityType({
    type: { name: 'lookup_adapter', version: '1' },
    permissions: {
      read: (id) => [`lookuptables:read:${id}`],
      create: 'lookuptables:create',
      edit: 'lookuptables:edit',
      delete: 'lookuptables:delete',
    },
    codec: partCodec,
    titleOf: ({ title }) => title,
    mapReferences: (data) => data,
    list: async () => (await all()).map(({ id, title }) => ({ id, title })),
    async export(id) {
      const found = await openAdapter(id)
      if (found === undefined) return undefined
      const { name, title, description, config } = found.adapter
      const facts = { name, title, description }
      return {
        title,
        data: { ...facts, configuration: { ...config } },
        shown: { ...facts, configuration: { ...found.masked } },
      }
    },
    async findExisting({ name }) {
      const found = (await all()).find((one) => one.name === name)
      return found && { id: found.id, title: found.title }
    },
    async prepare({ configuration: config, ...facts }, _installing, id) {
      const before = id === undefined ? undefined : await adapters.find(id)
      // Packs have no place for them.
      const stays = {
        custom_error_ttl_enabled: before?.custom_error_ttl_enabled ?? null,
        custom_error_ttl: before?.custom_error_ttl ?? null,
        custom_error_ttl_unit: before?.custom_error_ttl_unit ?? null,
      }
      return adapters.preparing({ ...facts, ...stays, config: checkConfig<AdapterConfig>(AdapterConfig, config) }, id)
    },
    staysWhileUsed: true,
    remove: (id) => adapters.delete(ANYONE, id),
  })
}
