/** Lookup tables: each joins a data adapter and a cache, and adds default values. */
import { type Static, Type } from 'typebox'
import { crud } from '../http/crud.ts'
import { ApiError, nullable, page, pageQuery, refusedBody } from '../http/envelope.ts'
import { holds, inArea, NoBody } from '../http/operation.ts'
import { DataAdapter } from './data-adapters.ts'
import { LookupCache } from './lookup-caches.ts'
import { LookupResult } from './lookup-result.ts'
import { area, lookupAccess, lookupKey, namedDraft, namedFacts } from './lookup-texts.ts'

export const DEFAULT_VALUE_TYPES = ['STRING', 'NUMBER', 'BOOLEAN', 'OBJECT', 'NULL'] as const
export type DefaultValueType = (typeof DEFAULT_VALUE_TYPES)[number]

/** Characters of a default value. */
const MAX_DEFAULT_VALUE = 32_768
const MAX_ID = 200

const defaults = {
  default_single_value: Type.String({ maxLength: MAX_DEFAULT_VALUE, description: 'Empty with the type NULL' }),
  default_single_value_type: Type.Enum(DEFAULT_VALUE_TYPES, { description: 'Not OBJECT' }),
  default_multi_value: Type.String({ maxLength: MAX_DEFAULT_VALUE, description: 'A JSON object; empty with NULL' }),
  default_multi_value_type: Type.Enum(DEFAULT_VALUE_TYPES, { description: 'OBJECT or NULL' }),
}

export const LookupTableDraft = Type.Object(
  {
    ...namedDraft,
    cache_id: Type.String({ minLength: 1, maxLength: MAX_ID }),
    data_adapter_id: Type.String({ minLength: 1, maxLength: MAX_ID }),
    ...defaults,
  },
  { title: 'LookupTableDraft', additionalProperties: false },
)
export type LookupTableDraft = Static<typeof LookupTableDraft>

export const LookupTable = Type.Object(
  { ...namedFacts, cache_id: Type.String(), data_adapter_id: Type.String(), ...defaults },
  { title: 'LookupTable' },
)
export type LookupTable = Static<typeof LookupTable>

const resolved = { description: 'By id; empty unless `resolve` is true' }
export const LookupTablePage = page('LookupTablePage', {
  query: nullable(Type.String()),
  lookup_tables: Type.Array(LookupTable),
  caches: Type.Record(Type.String(), LookupCache, resolved),
  data_adapters: Type.Record(Type.String(), DataAdapter, resolved),
})
export type LookupTablePage = Static<typeof LookupTablePage>

const resolve = Type.Optional(Type.Boolean({ description: 'Answer the caches and data adapters of the tables too' }))

export const lookupTables = crud({
  id: 'lookup_tables',
  area,
  path: '/system/lookup/tables',
  key: 'idOrName',
  one: 'lookup table',
  access: lookupAccess,
  audit: 'lookup-table',
  entity: LookupTable,
  draft: LookupTableDraft,
  refused: refusedBody,
  example: {
    title: 'Entered values',
    description: '',
    name: 'entered',
    cache_id: 'no-cache',
    data_adapter_id: 'entered-values',
    default_single_value: '',
    default_single_value_type: 'NULL',
    default_multi_value: '',
    default_multi_value_type: 'NULL',
  },
  list: {
    summary: 'A page of lookup tables',
    query: Type.Object({ ...pageQuery, resolve }),
    answers: { 200: LookupTablePage, 400: ApiError },
  },
  get: {
    summary: 'One lookup table, as a page with one row',
    query: Type.Object({ resolve }),
    answers: { 200: LookupTablePage, 404: ApiError },
  },
  create: { summary: 'Create a lookup table; its cache and data adapter may follow later' },
  update: { summary: 'Change the lookup table that the body names by its id' },
  delete: {
    summary: 'Delete a lookup table; its cache and data adapter stay',
    answers: { 200: LookupTable, 404: ApiError },
  },
  validate: {},
})
export const {
  list: listLookupTables,
  get: getLookupTable,
  create: createLookupTable,
  update: updateLookupTable,
  delete: deleteLookupTable,
  validate: validateLookupTable,
} = lookupTables

const { get, post } = inArea(area)

export const queryLookupTable = get('/system/lookup/tables/{name}/query', {
  id: 'lookup_tables.query',
  summary: 'Look up a key; the result is cached',
  access: holds('lookuptables:read'),
  query: Type.Object({ key: lookupKey }),
  answers: { 200: LookupResult, 400: refusedBody },
})

export const purgeLookupTable = post('/system/lookup/tables/{idOrName}/purge', {
  id: 'lookup_tables.purge',
  summary: 'Remove one key, or all keys of its data adapter, from the caches that hold them, on all nodes',
  access: holds('lookuptables:read'),
  audit: 'lookup-table:purge',
  isOutside: true,
  query: Type.Object({ key: Type.Optional(Type.String({ maxLength: 4096 })) }),
  answers: { 204: NoBody, 404: ApiError },
})
