/** Data adapters: where lookup tables get the values for keys. */
import { type Static, Type } from 'typebox'
import { DurationUnit, optionalUnit } from '../configured/duration-units.ts'
import { TypeForm } from '../configured/field.ts'
import { long } from '../http/bounds.ts'
import { crud } from '../http/crud.ts'
import { ApiError, nullable, page, pageQuery, refusedBody } from '../http/envelope.ts'
import { holds, inArea, signedIn } from '../http/operation.ts'
import { AdapterConfig } from './adapter-configs.ts'
import { LookupResult } from './lookup-result.ts'
import { area, lookupAccess, lookupKey, namedDraft, namedFacts } from './lookup-texts.ts'

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

export const DataAdapterPage = page('DataAdapterPage', {
  query: nullable(Type.String()),
  data_adapters: Type.Array(DataAdapter),
})

const typeFacts = { type: Type.String(), config_class: Type.String(), default_config: AdapterConfig }
const AdapterTypeInfo = Type.Object(typeFacts, { title: 'AdapterTypeInfo' })
export const AdapterTypes = Type.Record(Type.String(), AdapterTypeInfo, {
  title: 'AdapterTypes',
  description: 'By type',
})

const AdapterTypeForm = Type.Object({ ...typeFacts, form: TypeForm }, { title: 'AdapterTypeForm' })
export const AdapterForms = Type.Record(Type.String(), AdapterTypeForm, {
  title: 'AdapterForms',
  description: 'By type',
})

export const dataAdapters = crud({
  id: 'lookup_adapters',
  area,
  path: '/system/lookup/adapters',
  key: 'idOrName',
  one: 'data adapter',
  access: lookupAccess,
  audit: 'data-adapter',
  entity: DataAdapter,
  draft: DataAdapterDraft,
  refused: refusedBody,
  example: {
    title: 'Values that users enter',
    description: '',
    name: 'entered-values',
    config: { type: 'logyard-values', time_to_live: 0, time_to_live_unit: 'SECONDS', case_insensitive_lookup: false },
  },
  list: {
    summary: 'A page of data adapters',
    query: Type.Object(pageQuery),
    answers: { 200: DataAdapterPage, 400: ApiError },
  },
  get: {},
  create: { summary: 'Create a data adapter; one that cannot start shows why in its error state' },
  update: { summary: 'Change a data adapter, which is then started again' },
  delete: {
    summary: 'Delete a data adapter that no lookup table uses',
    answers: { 200: DataAdapter, 400: ApiError, 404: ApiError },
  },
  validate: {},
})
export const {
  list: listDataAdapters,
  get: getDataAdapter,
  create: createDataAdapter,
  update: updateDataAdapter,
  delete: deleteDataAdapter,
  validate: validateDataAdapter,
} = dataAdapters

const { get } = inArea(area)

export const listAdapterTypes = get('/system/lookup/types/adapters', {
  id: 'lookup_adapters.types',
  summary: 'The types of data adapters, with a configuration to begin with',
  access: holds('lookuptables:read'),
  answers: { 200: AdapterTypes },
})

export const listAdapterForms = get('/system/lookup/forms/adapters', {
  id: 'lookup_adapters.forms',
  summary: 'The types of data adapters, with their forms',
  access: signedIn,
  answers: { 200: AdapterForms },
})

export const queryDataAdapter = get('/system/lookup/adapters/{name}/query', {
  id: 'lookup_adapters.query',
  summary: 'Look up a key without a cache and without the default values of a table',
  access: holds('lookuptables:read'),
  query: Type.Object({ key: lookupKey }),
  answers: { 200: LookupResult, 400: refusedBody, 404: ApiError },
})
