/** The audit log: who changed what, when and from where. */
import { type Static, Type } from 'typebox'
import { int, long } from '../http/bounds.ts'
import { nullable } from '../http/envelope.ts'
import { holds, inArea, Raw, READS_ONLY } from '../http/operation.ts'
import { AuditEntry } from './audit-entry.ts'

/** The event for refused credentials. */
export const SIGN_IN_REFUSED = 'session:refuse'
/** One entry for further refusals of a caller who has many entries of this hour already. */
export const MORE_REFUSED = 'request:refuse'
export const NODE_STARTED = 'node:start'
export const NODE_STOPPED = 'node:stop'
export const ENTRIES_DELETED = 'audit-log:delete'

/** Events that no operation of the API has. */
export const OWN_EVENTS = [SIGN_IN_REFUSED, MORE_REFUSED, NODE_STARTED, NODE_STOPPED, ENTRIES_DELETED] as const

const MAX_ENTRIES_PER_PAGE = 200
const MAX_FILTER = 200
const MAX_LISTED = 1000

const text = (description: string) => Type.Optional(Type.String({ maxLength: MAX_FILTER, description }))

const filters = {
  query: text('Part of the event, the user name, or the title, id or address'),
  user: text('A user name, or the id of a user; system for the server itself'),
  event: Type.Optional(
    Type.String({ maxLength: MAX_LISTED, description: 'Events, separated by commas; `stream:*` for all of a subject' }),
  ),
  outcome: Type.Optional(
    Type.String({ maxLength: MAX_FILTER, description: 'Outcomes, separated by commas; see the entries' }),
  ),
  entity_type: text('The type of the entity, for example stream'),
  entity_id: text('The id of an entity: of the entry itself, or named by its path or its changes'),
  address: text('A client address, or the start of one'),
  from: text('An instant, ISO 8601; entries before it are left out'),
  to: text('An instant, ISO 8601; entries from it on are left out'),
}
const AuditFilters = Type.Object(filters)
export type AuditFilters = Static<typeof AuditFilters>

const AuditEntries = Type.Object(
  {
    entries: Type.Array(AuditEntry),
    next: nullable(
      Type.Integer({ description: 'Given as `before`, it returns the entries that follow; null if there are none' }),
    ),
    total: Type.Integer({ description: 'Entries in the log' }),
  },
  { title: 'AuditEntries' },
)

const { get, post } = inArea('audit')

export const listAuditEntries = get('/logyard/audit/entries', {
  id: 'logyard.audit.list',
  summary: 'Entries of the audit log, the newest first',
  access: holds('auditentries:read'),
  query: Type.Object({
    ...filters,
    limit: Type.Optional(
      int({ minimum: 1, maximum: MAX_ENTRIES_PER_PAGE, description: 'Entries at most; 50 if absent' }),
    ),
    before: Type.Optional(long({ minimum: 1, description: 'Only entries with smaller numbers' })),
  }),
  answers: { 200: AuditEntries },
})

export const listAuditEvents = get('/logyard/audit/events', {
  id: 'logyard.audit.events',
  summary: 'The events that entries of the audit log can have',
  access: holds('auditentries:read'),
  answers: { 200: Type.Object({ events: Type.Array(Type.String()) }) },
})

export const EXPORT_FORMATS = ['csv', 'ndjson'] as const

export const exportAuditEntries = post('/logyard/audit/export', {
  id: 'logyard.audit.export',
  summary: 'Entries of the audit log as a file, the oldest first',
  access: holds('auditentries:read', 'auditentries:export'),
  audit: 'audit-log:export',
  isOutside: true,
  body: Type.Object({ ...filters, format: Type.Enum([...EXPORT_FORMATS]) }, { additionalProperties: false }),
  produces: ['text/csv', 'application/x-ndjson'],
  answers: { 200: Raw },
})

const AuditVerification = Type.Object(
  {
    is_intact: Type.Boolean(),
    problem: nullable(Type.String()),
    first: Type.Integer({ description: 'The number of the first entry; 0 if there is none' }),
    last_sealed: Type.Integer({ description: 'The number of the last entry that is sealed' }),
    unsealed: Type.Integer({ description: 'Entries of the last seconds, which are not sealed yet' }),
    last_seal: nullable(
      Type.String({ description: 'Noted elsewhere, it proves later that the log up to here is the same' }),
    ),
  },
  { title: 'AuditVerification' },
)
export type AuditVerification = Static<typeof AuditVerification>

export const verifyAuditLog = post('/logyard/audit/verify', {
  id: 'logyard.audit.verify',
  summary: 'Checks the seals of the audit log: whether entries were changed, inserted or removed',
  access: holds('auditentries:read'),
  audit: READS_ONLY,
  answers: { 200: AuditVerification },
})

export const AUDIT_SETTINGS_KEY = 'org.logyard.audit.AuditLogSettings'
const MAX_DAYS = 36_500
const MEGABYTE = 1_000_000

export const AuditSettings = Type.Object(
  {
    max_age_days: int({ minimum: 1, maximum: MAX_DAYS, description: 'Older entries are deleted' }),
    max_bytes: long({
      minimum: MEGABYTE,
      maximum: 100_000 * MEGABYTE,
      description: 'The oldest entries are deleted when the log becomes larger',
    }),
  },
  { title: 'AuditSettings', additionalProperties: false },
)
export type AuditSettings = Static<typeof AuditSettings>
