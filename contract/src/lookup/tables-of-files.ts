/** Beyond the Graylog 4.0 API: lookup tables of CSV files that users upload. */
import { type Static, Type } from 'typebox'
import { refusedBody } from '../http/envelope.ts'
import { holds, inArea, LARGE_BODY_BYTES } from '../http/operation.ts'
import { LookupTable } from './lookup-tables.ts'
import { area, namedDraft } from './lookup-texts.ts'
import { valueFile } from './lookup-values.ts'

export const TableOfFile = Type.Object(
  {
    title: namedDraft.title,
    description: namedDraft.description,
    name: namedDraft.name,
    ...valueFile,
    case_insensitive_lookup: Type.Optional(Type.Boolean({ description: 'Ignores case: "ADA" finds the key "ada"' })),
  },
  { title: 'TableOfFile', additionalProperties: false },
)
export type TableOfFile = Static<typeof TableOfFile>

const CreatedTable = Type.Object(
  { lookup_table: LookupTable, values: Type.Integer({ description: 'How many keys it has' }) },
  { title: 'TableOfFileCreated' },
)

const { post } = inArea(area)

export const createTableOfFile = post('/logyard/lookup/tables/of_file', {
  id: 'lookup_tables.create_of_file',
  summary: 'Create a lookup table of a CSV text, with a data adapter that stores its values, and a cache',
  // Tables, caches and data adapters have the same permission.
  access: holds('lookuptables:create'),
  audit: 'lookup-table:create',
  bodyBytes: LARGE_BODY_BYTES,
  body: TableOfFile,
  answers: { 200: CreatedTable, 400: refusedBody },
  created: 'lookup_table.id',
})
