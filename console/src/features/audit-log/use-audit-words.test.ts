import { OWN_EVENTS } from '@logyard/contract/audit/audit'
import { allOperations } from '@logyard/contract/operations'
import { expect, test } from 'vitest'
import texts from '../../messages/en/audit-log.json' with { type: 'json' }

test('every event has words', () => {
  const events = allOperations.flatMap(({ audit }) => (typeof audit === 'string' ? [audit] : []))
  const unnamed = [...new Set([...events, ...OWN_EVENTS])].filter((event) => {
    const [type = '', verb = ''] = event.split(':')
    const ids = [`auditLog.did.${type}.${verb}`, `auditLog.verb.${verb}`]
    return !ids.some((id) => id in texts) || !(`auditLog.type.${type}` in texts)
  })
  expect(unnamed).toEqual([])
})
