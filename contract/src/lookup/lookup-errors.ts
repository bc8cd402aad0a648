/** The problems of lookup tables, caches and data adapters that are live. */
import { type Static, Type } from 'typebox'
import { MAX_NAMED } from '../http/bounds.ts'
import { nullable } from '../http/envelope.ts'
import { ignoresUnknown } from '../http/open-parts.ts'
import { holds, inArea, READS_ONLY } from '../http/operation.ts'
import { area, MAX_LOOKUP_NAME } from './lookup-texts.ts'

const names = Type.Optional(
  nullable(Type.Array(Type.String({ maxLength: MAX_LOOKUP_NAME }), { maxItems: MAX_NAMED, description: 'Names' })),
)

export const ErrorStatesRequest = Type.Object(
  { tables: names, caches: names, data_adapters: names },
  { title: 'ErrorStatesRequest', ...ignoresUnknown },
)
export type ErrorStatesRequest = Static<typeof ErrorStatesRequest>

export const ErrorStates = Type.Object(
  {
    tables: Type.Record(Type.String(), Type.String(), { description: 'By name; empty text if nothing is wrong' }),
    caches: Type.Record(Type.String(), nullable(Type.String())),
    data_adapters: Type.Record(Type.String(), nullable(Type.String())),
    off: Type.Object(
      { tables: Type.Array(Type.String()), data_adapters: Type.Array(Type.String()) },
      { description: 'Those of these names that are only switched off; not part of the Graylog 4.0 API' },
    ),
  },
  { title: 'ErrorStates', description: 'Names that are not live are missing' },
)
export type ErrorStates = Static<typeof ErrorStates>

const { post } = inArea(area)

export const getErrorStates = post('/system/lookup/errorstates', {
  id: 'lookup.error_states',
  summary: 'Read the error states of the lookup tables, caches and data adapters of these names',
  access: holds('lookuptables:read'),
  audit: READS_ONLY,
  body: ErrorStatesRequest,
  answers: { 200: ErrorStates },
})
