/** The fields that messages have, and what can be done with each. */
import { type Static, Type } from 'typebox'
import { int, MAX_STREAMS } from '../http/bounds.ts'
import { ApiError, MissingStreamPermissionError } from '../http/envelope.ts'
import { holds, inArea, ownerDecides, READS_ONLY, signedIn } from '../http/operation.ts'

export const FieldType = Type.Object(
  {
    type: Type.String({
      description:
        'string, long, double, date, boolean, or compound(a,b) where a field is several of them in different messages',
    }),
    properties: Type.Array(
      Type.Union([
        Type.Literal('enumerable'),
        Type.Literal('full-text-search'),
        Type.Literal('numeric'),
        Type.Literal('compound'),
      ]),
      { description: 'numeric fields can be averaged, enumerable ones grouped by' },
    ),
    index_names: Type.Array(Type.String(), { description: 'Always empty' }),
  },
  { title: 'FieldType' },
)
export type FieldType = Static<typeof FieldType>

export const MappedFieldType = Type.Object({ name: Type.String(), type: FieldType }, { title: 'MappedFieldType' })
export type MappedFieldType = Static<typeof MappedFieldType>

const { get, post } = inArea('search')

export const listFields = get('/views/fields', {
  id: 'fields.list',
  summary: 'The fields of the messages in all streams that the caller may read, those of events left out',
  access: signedIn,
  answers: { 200: Type.Array(MappedFieldType) },
})

export const listFieldsOfStreams = post('/views/fields', {
  id: 'fields.for_streams',
  summary: 'The fields of the messages in the index sets of some streams',
  access: ownerDecides('streams:read:<id>'),
  audit: READS_ONLY,
  body: Type.Object(
    { streams: Type.Array(Type.String(), { maxItems: MAX_STREAMS }) },
    { title: 'FieldsOfStreams', additionalProperties: false },
  ),
  answers: { 200: Type.Array(MappedFieldType), 400: ApiError, 403: MissingStreamPermissionError },
})

export const listFieldNames = get('/system/fields', {
  id: 'fields.names',
  summary: 'The names of all fields',
  access: holds('fieldnames:read'),
  query: Type.Object({
    limit: Type.Optional(
      int({ minimum: 0, description: 'At most that many, and source, message and timestamp; 0 for all' }),
    ),
  }),
  answers: { 200: Type.Object({ fields: Type.Array(Type.String()) }, { title: 'FieldNames' }), 400: ApiError },
})
