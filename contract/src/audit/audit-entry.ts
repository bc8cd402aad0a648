/** An entry of the audit log: who did what, on which entity, with which outcome, and what it changed. */
import { type Static, Type } from 'typebox'
import { IsoInstant, nullable } from '../http/envelope.ts'

export const OUTCOMES = ['done', 'refused', 'failed', 'started', 'interrupted'] as const
export const CREDENTIALS = ['session', 'token', 'password', 'trusted-proxy', 'identity-provider'] as const

/** Text in place of a value that is secret. */
export const MASKED = '********'

const FieldChange = Type.Object(
  {
    field: Type.String({ description: 'The path of the field, with dots' }),
    before: nullable(Type.String({ description: 'As JSON, shortened; null for a new field' })),
    after: nullable(Type.String({ description: 'As JSON, shortened; null for a removed field' })),
  },
  { title: 'AuditFieldChange' },
)
export type FieldChange = Static<typeof FieldChange>

const EntityChange = Type.Object(
  {
    type: Type.String(),
    id: Type.String(),
    title: Type.String(),
    kind: Type.Enum(['created', 'changed', 'deleted']),
    fields: Type.Array(FieldChange),
    more_fields: Type.Integer({ description: 'Changed fields that are not listed' }),
  },
  { title: 'AuditEntityChange' },
)
export type EntityChange = Static<typeof EntityChange>

/** Everything but the number, which the store gives. */
export const AuditEntryBody = Type.Object({
  at: Type.Union([IsoInstant], { description: 'When the operation was first performed' }),
  last_at: Type.Union([IsoInstant], { description: 'When it was last performed, if the entry counts several times' }),
  count: Type.Integer({ description: 'How often the operation was performed in the time of this entry' }),
  event: Type.String({ description: 'The subject and the verb, for example stream:delete' }),
  outcome: Type.Enum([...OUTCOMES], {
    description:
      'started: not finished yet; interrupted: the server ended before the outcome was known; refused: not allowed or invalid',
  }),
  status: nullable(Type.Integer({ description: 'The HTTP status of the response; null if there is none' })),
  operation: nullable(Type.String({ description: 'The id of the operation; null if it was none of the API' })),
  user_id: nullable(Type.String({ description: 'null for the system, and for a caller that was not signed in' })),
  username: nullable(Type.String({ description: 'system for changes that the server makes automatically' })),
  credential: nullable(Type.Enum([...CREDENTIALS])),
  session: nullable(Type.String({ description: 'Equal for entries of the same session; not its id' })),
  token_name: nullable(Type.String()),
  target: Type.Record(Type.String(), Type.String(), {
    description: 'The path parameters without credentials, with the created entity as `created`',
  }),
  entity_type: Type.String(),
  entity_id: Type.String({ description: 'Empty if the entry is about no entity, or about several' }),
  entity_title: Type.String(),
  changes: Type.Array(EntityChange),
  more_changes: Type.Integer({ description: 'Changed entities that are not listed' }),
  client_address: Type.String(),
  user_agent: Type.String(),
  node_id: Type.String({ description: 'The node that performed the operation' }),
})
export type AuditEntryBody = Static<typeof AuditEntryBody>

export const AuditEntry = Type.Object(
  {
    sequence: Type.Integer({ description: 'The number of the entry; numbers have no gaps' }),
    ...AuditEntryBody.properties,
  },
  { title: 'AuditEntry' },
)
export type AuditEntry = Static<typeof AuditEntry>
