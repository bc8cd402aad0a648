/** Data adapters: where lookup tables get the values for keys. */
import { type Static, Type } from 'typebox'
import { long } from '../http/bounds.ts'
import { ApiError, BeanValidationErrors, nullable, page, pageQuery, ValidationResult } from '../http/envelope.ts'
import { holds, operation, ownerDecides, READS_ONLY } from '../http/operation.ts'
import { AdapterConfig } from './adapter-configs.ts'
import { DurationUnit, optionalUnit } from './duration-units.ts'
import { LookupResult } from './lookup-result.ts'
import { area, lookupKey, namedDraft, namedFacts } from './lookup-texts.ts'

export const DataAdapterDraft = Type.Object(
  {
    ...namedDraft,
    custom_error_ttl_enabled: Type.Optional(nullable(Type.Boolean())),
    custom_error_ttl: Type.Optional(nullable(long({ description: 'How long errors are cached' }))),
    custom_error_ttl_unit: optionalUnit,
    config: AdapterConfig,
  },
  { title: 'DataAdapterDraft', additionalProperties: false },
)
export type DataAdapterDraft = Static<typeof DataAdapterDraft>

export const DataAdapter = Type.Object(
  {
    ...namedFacts,
    custom_error_ttl_enabled: nullable(Type.Boolean()),
    custom_error_ttl: nullable(Type.Integer()),
    custom_error_ttl_unit: nullable(DurationUnit),
    config: AdapterConfig,
  },
  { title: 'DataAdapter' },
)
export type DataAdapter = Static<typeof DataAdapter>

const adapterPage = page({ query: nullable(Type.String()), data_adapters: Type.Array(DataAdapter) })
export const DataAdapterPage = Type.Object(adapterPage.properties, { title: 'DataAdapterPage' })
export type DataAdapterPage = Static<typeof DataAdapterPage>

const AdapterTypeInfo = Type.Object(
  { type: Type.String(), config_class: Type.String(), default_config: AdapterConfig },
  { title: 'AdapterTypeInfo' },
)
export const AdapterTypes = Type.Record(Type.String(), AdapterTypeInfo, {
  title: 'AdapterTypes',
  description: 'By type',
})
export type AdapterTypes = Static<typeof AdapterTypes>

const refused = Type.Union([ApiError, BeanValidationErrors])

export const listDataAdapters = operation({
  id: 'lookup_adapters.list',
  area,
  method: 'GET',
  path: '/system/lookup/adapters',
  summary: 'A page of data adapters',
  access: holds('lookuptables:read'),
  query: Type.Object(pageQuery),
  answers: { 200: DataAdapterPage, 400: ApiError },
})

export const getDataAdapter = operation({
  id: 'lookup_adapters.get',
  area,
  method: 'GET',
  path: '/system/lookup/adapters/{idOrName}',
  summary: 'One data adapter',
  access: ownerDecides('lookuptables:read:<id>'),
  answers: { 200: DataAdapter, 404: ApiError },
})

export const createDataAdapter = operation({
  id: 'lookup_adapters.create',
  area,
  method: 'POST',
  path: '/system/lookup/adapters',
  summary: 'Create a data adapter; one that cannot start shows why in its error state',
  access: holds('lookuptables:create'),
  audit: 'data-adapter:create',
  created: 'id',
  body: DataAdapterDraft,
  answers: { 200: DataAdapter, 400: refused },
})

export const updateDataAdapter = operation({
  id: 'lookup_adapters.update',
  area,
  method: 'PUT',
  path: '/system/lookup/adapters/{idOrName}',
  summary: 'Change a data adapter, which is then started again',
  access: ownerDecides('lookuptables:edit:<body id>'),
  audit: 'data-adapter:update',
  body: DataAdapterDraft,
  answers: { 200: DataAdapter, 400: refused, 404: ApiError },
})

export const deleteDataAdapter = operation({
  id: 'lookup_adapters.delete',
  area,
  method: 'DELETE',
  path: '/system/lookup/adapters/{idOrName}',
  summary: 'Delete a data adapter that no lookup table uses',
  access: ownerDecides('lookuptables:delete:<id>'),
  audit: 'data-adapter:delete',
  answers: { 200: DataAdapter, 400: ApiError, 404: ApiError },
})

export const validateDataAdapter = operation({
  id: 'lookup_adapters.validate',
  area,
  method: 'POST',
  path: '/system/lookup/adapters/validate',
  summary: 'Check a data adapter without storing it',
  access: holds('lookuptables:read'),
  audit: READS_ONLY,
  body: DataAdapterDraft,
  answers: { 200: ValidationResult, 400: refused },
})

export const listAdapterTypes = operation({
  id: 'lookup_adapters.types',
  area,
  method: 'GET',
  path: '/system/lookup/types/adapters',
  summary: 'The types of data adapters, with a configuration to begin with',
  access: holds('lookuptables:read'),
  answers: { 200: AdapterTypes },
})

export const queryDataAdapter = operation({
  id: 'lookup_adapters.query',
  area,
  method: 'GET',
  path: '/system/lookup/adapters/{name}/query',
  summary: 'Look up a key without a cache and without the default values of a table',
  access: holds('lookuptables:read'),
  query: Type.Object({ key: lookupKey }),
  answers: { 200: LookupResult, 400: refused, 404: ApiError },
})

export const dataAdapterOperations = [
  listDataAdapters,
  getDataAdapter,
  createDataAdapter,
  updateDataAdapter,
  deleteDataAdapter,
  validateDataAdapter,
  listAdapterTypes,
  queryDataAdapter,
]
