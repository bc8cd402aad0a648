import { AuditEntry } from '@logyard/contract/audit/audit-entry'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { CatalogueWorld } from './catalogue-world.ts'

const Page = Type.Object({
  next: Type.Union([Type.Integer(), Type.Null()]),
  entries: Type.Array(AuditEntry),
})

/** The whole audit log. */
export async function auditedEntries(world: CatalogueWorld): Promise<readonly AuditEntry[]> {
  const list = { method: 'GET', path: '/logyard/audit/entries' } as const
  const found: AuditEntry[] = []
  for (let before: number | null = Number.MAX_SAFE_INTEGER; before !== null; ) {
    const answer = await world.call(world.admin, list, { query: { limit: '200', before: String(before) } })
    const { entries, next } = Value.Parse(Page, answer.json())
    found.push(...entries)
    before = next
  }
  return found
}

const SECRET_NAME = /passw|secret|^token$|session_id|api_key|webhook|authorization/i
const MIN_LENGTH = 6

/** The values of a request or response that must not be in the log. */
export function secretsIn(value: unknown, name = ''): readonly string[] {
  if (typeof value === 'string') return SECRET_NAME.test(name) && value.length >= MIN_LENGTH ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => secretsIn(part, key))
}
