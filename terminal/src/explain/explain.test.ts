import { expect, test } from 'vitest'
import { insertMessages, type TestMessage } from '../../../server/src/search/testing/message-table.ts'
import { terminalTests } from '../testing/terminal-tests.ts'

const tests = terminalTests()
const explain = (...args: readonly string[]) => tests.terminal.run('explain', ...args)
const START_MS = Date.UTC(2026, 2, 1, 10)

/** Two hours of messages; in the second one a database fails. */
const traffic = (): readonly TestMessage[] =>
  Array.from({ length: 1440 }, (_, n) => {
    const at = new Date(START_MS + n * 5000).toISOString()
    const isBroken = n >= 720 && n % 4 === 0
    return isBroken
      ? { at, source: 'db-9', message: `query ${n} failed`, fields: { level: 3, odd: '\u001b[31mred' } }
      : { at, source: `db-${n % 3}`, message: 'query done', fields: { level: 6 } }
  })
const SECOND_HOUR = '2026-03-01T11:00Z..2026-03-01T11:59:59.999Z'
const BOTH = '2026-03-01T10:00Z..2026-03-01T11:59:59.999Z'

test('differences are told with their counts and the query that finds them, harmless for a terminal', async () => {
  await insertMessages(tests.engine, traffic())
  const { code, output } = await explain('--range', SECOND_HOUR, '--compare', 'before')
  expect(code).toBe(0)
  expect(output).toContain('720 messages compared with 720\n')
  expect(output).toMatch(
    /^1\. new {2}\S.*\n {3}[ ▁-█]+ {2}180 messages, 0 of the others, 0\.0% -> 25\.0%\n {3}logyard search '/m,
  )
  expect(output).toContain('db-9')
  expect(output).not.toMatch(/[^\P{Cc}\n]/u)
})

test('some messages are compared with the others of the range, or a range with the one around it', async () => {
  await insertMessages(tests.engine, traffic())
  const only = await explain('--range', SECOND_HOUR, '--compare', 'rest', '--only', 'level:3', '--output', 'json')
  expect(JSON.parse(only.output)).toMatchObject({ inside: { messages: 180 }, outside: { messages: 540 } })
  const within = await explain('--range', SECOND_HOUR, '--within', BOTH, '--compare', 'rest', '--output', 'json')
  expect(JSON.parse(within.output)).toMatchObject({ inside: { messages: 720 }, outside: { messages: 720 } })
})

test('no difference is exit code 1, and a comparison with nothing is refused', async () => {
  await insertMessages(tests.engine, traffic())
  const half = (from: string, to: string) => `2026-03-01T10:${from}Z..2026-03-01T10:${to}.999Z`
  expect((await explain('--range', half('30', '59:59'))).code).toBe(1)
  expect(await explain('--compare', 'rest')).toMatchObject({ code: 2, errors: expect.stringContaining('--within') })
  expect((await explain('--compare', 'tomorrow')).code).toBe(2)
})
