/** Beyond the Graylog 4.0 API: the values of a data adapter of type `logyard-values`. */
import { type Static, Type } from 'typebox'
import { int, MAX_LIST } from '../http/bounds.ts'
import { ApiError, IsoInstant, nullable, page, pageQuery, refusedBody } from '../http/envelope.ts'
import { freeMap } from '../http/open-parts.ts'
import { inArea, LARGE_BODY_BYTES, NoBody, ownerDecides } from '../http/operation.ts'
import { area, lookupKey } from './lookup-texts.ts'

/** Values per data adapter. */
export const MAX_LOOKUP_VALUES = 100_000
/** Characters of one value as JSON. */
export const MAX_LOOKUP_VALUE = 8192
/** Ten years. */
export const MAX_LIFE_SECONDS = 315_360_000

const ttlSeconds = nullable(
  int({ minimum: 0, maximum: MAX_LIFE_SECONDS, description: 'The end of its life, in seconds from now; 0 for no end' }),
)

export const StoredLookupValue = Type.Object(
  {
    key: Type.String(),
    value: Type.Union([
      Type.String(),
      Type.Number(),
      Type.Boolean(),
      Type.Array(Type.String()),
      Type.Record(Type.String(), Type.Unknown()),
    ]),
    updated_at: IsoInstant,
    expires_at: nullable(IsoInstant),
  },
  { title: 'StoredLookupValue' },
)
export type StoredLookupValue = Static<typeof StoredLookupValue>

export const LookupValuePage = page('LookupValuePage', {
  query: nullable(Type.String()),
  values: Type.Array(StoredLookupValue),
})

export const LookupValueDraft = Type.Object(
  {
    key: lookupKey,
    value: Type.Union(
      [
        Type.String({ maxLength: MAX_LOOKUP_VALUE }),
        Type.Number({ minimum: -Number.MAX_VALUE, maximum: Number.MAX_VALUE }),
        Type.Boolean(),
        Type.Array(Type.String({ maxLength: MAX_LOOKUP_VALUE }), { maxItems: MAX_LIST }),
        freeMap('Rules read it by the names that users give'),
      ],
      { description: 'A single value, a list of texts, or a map' },
    ),
    ttl_seconds: Type.Optional(ttlSeconds),
  },
  { title: 'LookupValueDraft', additionalProperties: false },
)
export type LookupValueDraft = Static<typeof LookupValueDraft>

export const LookupValuesDeletion = Type.Object(
  {
    keys: Type.Optional(Type.Array(lookupKey, { maxItems: MAX_LIST })),
    all: Type.Optional(Type.Boolean({ description: 'Delete every value of the data adapter' })),
  },
  { title: 'LookupValuesDeletion', additionalProperties: false },
)
export type LookupValuesDeletion = Static<typeof LookupValuesDeletion>
export const LookupValuesDeleted = Type.Object({ deleted: Type.Integer() }, { title: 'LookupValuesDeleted' })

/** Characters between the values of a line. */
export const VALUE_SEPARATORS = [',', ';', '\t', '|'] as const
export type ValueSeparator = (typeof VALUE_SEPARATORS)[number]
/** Columns whose values a key has. */
export const MAX_VALUE_COLUMNS = 20
const MAX_COLUMN_NAME = 500

/** The text of a CSV file, and what its columns are. */
export const valueFile = {
  csv: Type.String({
    maxLength: LARGE_BODY_BYTES,
    description: 'The first line names the columns. The column `ttl_seconds` is optional',
  }),
  separator: Type.Optional(Type.Enum(VALUE_SEPARATORS, { description: 'A comma if it is missing' })),
  key_column: Type.Optional(Type.String({ maxLength: MAX_COLUMN_NAME, description: '`key` if it is missing' })),
  value_columns: Type.Optional(
    Type.Array(Type.String({ maxLength: MAX_COLUMN_NAME }), {
      minItems: 1,
      maxItems: MAX_VALUE_COLUMNS,
      description: '`value` if they are missing. Several make maps, whose single value is the first',
    }),
  ),
}

export const LookupValuesImport = Type.Object(
  {
    ...valueFile,
    replace: Type.Optional(Type.Boolean({ description: 'Delete all values that the file does not have' })),
  },
  { title: 'LookupValuesImport', additionalProperties: false },
)
export type LookupValuesImport = Static<typeof LookupValuesImport>
export const LookupValuesImported = Type.Object(
  { added: Type.Integer(), changed: Type.Integer(), deleted: Type.Integer() },
  { title: 'LookupValuesImported' },
)

const path = '/logyard/lookup/adapters/{idOrName}/values'

const { get, post, put, del } = inArea(area)

export const listLookupValues = get(path, {
  id: 'lookup_values.list',
  summary: 'A page of the stored values of a data adapter; a query searches keys and values',
  access: ownerDecides('lookuptables:read:<id>'),
  query: Type.Object(pageQuery),
  answers: { 200: LookupValuePage, 400: ApiError, 404: ApiError },
})

export const putLookupValue = put(path, {
  id: 'lookup_values.put',
  summary: 'Store the value of a key, new or changed',
  access: ownerDecides('lookuptables:edit:<id>'),
  audit: 'lookup-value:update',
  body: LookupValueDraft,
  answers: { 200: StoredLookupValue, 400: refusedBody, 404: ApiError },
})

export const deleteLookupValue = del(path, {
  id: 'lookup_values.delete',
  summary: 'Delete the value of a key',
  access: ownerDecides('lookuptables:edit:<id>'),
  audit: 'lookup-value:delete',
  query: Type.Object({ key: lookupKey }),
  answers: { 204: NoBody, 400: refusedBody, 404: ApiError },
})

export const deleteLookupValues = post('/logyard/lookup/adapters/{idOrName}/values/delete', {
  id: 'lookup_values.delete_many',
  summary: 'Delete the values of several keys, or all',
  access: ownerDecides('lookuptables:edit:<id>'),
  audit: 'lookup-value:delete',
  body: LookupValuesDeletion,
  answers: { 200: LookupValuesDeleted, 400: refusedBody, 404: ApiError },
})

export const importLookupValues = post('/logyard/lookup/adapters/{idOrName}/values/import', {
  id: 'lookup_values.import',
  summary: 'Store the values of a CSV text: all of them, or none if a line is invalid',
  access: ownerDecides('lookuptables:edit:<id>'),
  audit: 'lookup-value:import',
  bodyBytes: LARGE_BODY_BYTES,
  body: LookupValuesImport,
  answers: { 200: LookupValuesImported, 400: refusedBody, 404: ApiError },
})
