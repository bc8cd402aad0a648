/** `docs/audit-log.md` lists the events that entries can have. After a change, `EVENTS_WRITE=1` writes the table again. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OWN_EVENTS } from '@logyard/contract/audit/audit'
import { allOperations } from '@logyard/contract/operations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_PASSWORD, startServer } from '../testing/server-process.ts'

const FILE = join(import.meta.dirname, '..', '..', '..', 'docs', 'audit-log.md')
const TABLE = /(<!-- events:[^>]*-->\n)[\s\S]*$/
const typeOf = (event: string) => event.split(':', 1)[0] ?? ''

let events: readonly string[]
let stop: () => PromiseLike<void>
beforeAll(async () => {
  const server = await startServer()
  stop = () => server[Symbol.asyncDispose]()
  const authorization = `Basic ${Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')}`
  const answer = await fetch(`${server.url}api/logyard/audit/events`, { headers: { authorization } })
  events = Object(await answer.json()).events
})
afterAll(() => stop())

test('docs/audit-log.md lists exactly the events that entries can have', () => {
  const rows = Array.from(Map.groupBy(events, typeOf), ([type, ofType]) => {
    const verbs = ofType.map((event) => `\`${event.slice(type.length + 1)}\``)
    return `| \`${type}\` | ${verbs.join(', ')} |\n`
  })
  const text = readFileSync(FILE, 'utf8')
  const expected = text.replace(
    TABLE,
    (_, start: string) => `${start}| entity | events |\n| --- | --- |\n${rows.join('')}`,
  )
  if (process.env['EVENTS_WRITE'] === '1') writeFileSync(FILE, expected)
  expect(readFileSync(FILE, 'utf8')).toBe(expected)
})

test('a change of the server itself names its entity as the operations on such entities do', () => {
  const ofOperations = allOperations.flatMap(({ audit }) => (typeof audit === 'string' ? [audit] : []))
  const named = new Set([...ofOperations, ...OWN_EVENTS].map(typeOf))
  expect(events.filter((event) => !named.has(typeOf(event)))).toEqual([])
})
