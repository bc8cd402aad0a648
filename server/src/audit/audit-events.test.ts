import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allOperations } from '@logyard/contract/operations'
import { expect, test } from 'vitest'
import { auditEvents } from './audit-routes.ts'
import { systemEvents } from './entity-types.ts'

test('docs/audit-log.md lists exactly the events that entries can have', () => {
  const text = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'audit-log.md'), 'utf8')
  const listed = [...text.matchAll(/^\| `([a-z_-]+)` \| (.*) \|$/gm)].flatMap(([, type, verbs = '']) =>
    [...verbs.matchAll(/`([a-z_-]+)`/g)].map(([, verb]) => `${type}:${verb}`),
  )
  expect(listed).toEqual(auditEvents(allOperations))
})

test('a change of the server itself names its entity as the operations on such entities do', () => {
  const typeOf = (event: string) => event.split(':')[0]
  const ofOperations = new Set(allOperations.flatMap(({ audit }) => (typeof audit === 'string' ? [typeOf(audit)] : [])))
  expect(systemEvents().filter((event) => !ofOperations.has(typeOf(event)))).toEqual([])
})
