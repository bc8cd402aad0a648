/** Messages that could not be decoded or stored. */
import { type Static, Type } from 'typebox'
import { int } from '../http/bounds.ts'
import { ApiError, IsoInstant } from '../http/envelope.ts'
import { holds, inArea } from '../http/operation.ts'

/** `timestamp` is that of the message. */
export const IndexerFailure = Type.Object(
  {
    timestamp: IsoInstant,
    letter_id: Type.String({ description: 'The id of the message' }),
    message: Type.String({ description: 'Why' }),
    index: Type.String(),
    type: Type.Union([Type.Literal('IndexBlocked'), Type.Literal('MappingError'), Type.Literal('Unknown')]),
  },
  { title: 'IndexerFailure' },
)
export type IndexerFailure = Static<typeof IndexerFailure>

const IndexerFailures = Type.Object(
  { failures: Type.Array(IndexerFailure), total: Type.Integer() },
  { title: 'IndexerFailures' },
)

const { get } = inArea('indices')

export const listIndexerFailures = get('/system/indexer/failures', {
  id: 'indexer_failures.list',
  summary: 'The messages of all nodes that could not be stored, newest first',
  access: holds('indices:failures'),
  query: Type.Object({
    limit: Type.Optional(int({ minimum: 0, description: '0 for all' })),
    offset: Type.Optional(int({ minimum: 0 })),
  }),
  answers: { 200: IndexerFailures },
})

export const countIndexerFailures = get('/system/indexer/failures/count', {
  id: 'indexer_failures.count',
  summary: 'Number of messages of all nodes that could not be stored since an instant',
  access: holds('indices:failures'),
  query: Type.Object({
    since: Type.Optional(Type.String({ description: 'ISO 8601; in the zone of the server when it names none' })),
  }),
  answers: { 200: Type.Object({ count: Type.Integer() }, { title: 'IndexerFailureCount' }), 400: ApiError },
})
