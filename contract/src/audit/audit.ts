/** The audit log: who changed what, when and from where. */
import { type Static, Type } from 'typebox'
import { int } from '../http/bounds.ts'
import { IsoInstant, nullable, page, pageQuery } from '../http/envelope.ts'
import { holds, operation } from '../http/operation.ts'

/** The event for refused credentials. */
export const SIGN_IN_REFUSED = 'session:refuse'

const MAX_ENTRIES_PER_PAGE = 1000

export const AuditEntry = Type.Object(
  {
    id: Type.String(),
    at: Type.Union([IsoInstant], { description: 'When the operation was first performed' }),
    last_at: Type.Union([IsoInstant], { description: 'When it was last performed, if the entry counts several times' }),
    count: Type.Integer({ description: 'How often the operation was performed in the time of this entry' }),
    event: Type.String({ description: 'The subject and the verb, for example stream:delete' }),
    outcome: Type.Enum(['done', 'refused', 'failed']),
    status: Type.Integer({ description: 'The HTTP status of the response' }),
    operation: nullable(
      Type.String({ description: 'The id of the operation; null for credentials that were refused' }),
    ),
    user_id: nullable(Type.String({ description: 'null for a caller that was not signed in' })),
    username: nullable(Type.String()),
    target: Type.Record(Type.String(), Type.String(), {
      description:
        'The path parameters without credentials, with the created entity as `created`; empty if the entry covers several targets',
    }),
    client_address: Type.String(),
    node_id: Type.String({ description: 'The node that performed the operation' }),
  },
  { title: 'AuditEntry' },
)
export type AuditEntry = Static<typeof AuditEntry>

const AuditEntryPage = page({ entries: Type.Array(AuditEntry) })

export const listAuditEntries = operation({
  id: 'logyard.audit.list',
  area: 'audit',
  method: 'GET',
  path: '/logyard/audit/entries',
  summary: 'Entries of the audit log, the newest first',
  access: holds('auditentries:read'),
  query: Type.Object({
    ...pageQuery,
    per_page: Type.Optional(int({ minimum: 1, maximum: MAX_ENTRIES_PER_PAGE, description: 'Entries per page' })),
    sort: Type.Optional(Type.String({ description: 'at, event, outcome, username or client_address' })),
    order: Type.Optional(Type.String({ description: 'desc by default' })),
  }),
  answers: { 200: AuditEntryPage },
})

export const auditOperations = [listAuditEntries]
