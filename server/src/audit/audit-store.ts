import { AuditEntry } from '@logyard/contract/audit/audit'
import { type Static, Type } from 'typebox'
import { defineCollection } from '../platform/settings/settings-store.ts'

export const StoredAuditEntry = Type.Object({
  ...AuditEntry.properties,
  /** What a search without a field name looks in: event, user, target and address. */
  text: Type.String(),
})
export type StoredAuditEntry = Static<typeof StoredAuditEntry>

/** Callers that are not signed in count as one actor. */
export const actorOf = ({ user_id }: Pick<StoredAuditEntry, 'user_id'>): string => user_id ?? ''

export const auditCollection = defineCollection({
  name: 'audit_entries',
  schema: StoredAuditEntry,
  keys: { actor: { unique: false, of: (entry: StoredAuditEntry) => [actorOf(entry)] } },
})
