/** The stored request for a license; there is at most one. The values of its form are encrypted at rest. */
import { LicenseRequest } from '@logyard/contract/license/license'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { defineCollection, type SettingsStore } from '../platform/settings/settings-store.ts'
import { unlessTaken } from '../platform/settings/unless-taken.ts'

const Row = Type.Object({
  id: Type.Literal('license'),
  applicant: Type.String({ description: 'The request as JSON' }),
  created_at: Type.String(),
  is_sent: Type.Boolean(),
  attempts: Type.Integer(),
  last_problem: Type.Union([Type.String(), Type.Null()]),
})
type Row = Static<typeof Row>

export interface LicenseEntry extends Omit<Row, 'applicant' | 'id'> {
  readonly request: LicenseRequest
}

const requests = defineCollection({
  name: 'license_requests',
  audit: { type: 'license-request' },
  schema: Row,
  secrets: ['applicant'],
})

const ID = 'license'

export function createLicenseStore(settings: SettingsStore) {
  const rows = settings.collection(requests)
  return {
    async find() {
      const row = await rows.find(ID)
      if (row === undefined) return undefined
      const { applicant, id: _id, ...entry } = row
      return { ...entry, request: Value.Parse(LicenseRequest, JSON.parse(applicant)) }
    },
    /** Whether it was stored: not if there is one already. */
    async insert(request: LicenseRequest, createdAt: Date) {
      const state = { is_sent: false, attempts: 0, last_problem: null }
      const row = { id: ID, applicant: JSON.stringify(request), created_at: createdAt.toISOString(), ...state } as const
      return unlessTaken(rows.insert(row))
    },
    async recordAttempt(entry: LicenseEntry, problem: string | null) {
      // It may have been deleted while it was being sent.
      await rows.update(ID, (row) =>
        row.created_at === entry.created_at
          ? { ...row, is_sent: problem === null, attempts: row.attempts + 1, last_problem: problem }
          : row,
      )
    },
    /** Whether there was one. */
    delete: () => rows.delete(ID),
  }
}
