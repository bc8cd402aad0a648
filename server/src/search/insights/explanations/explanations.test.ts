/** Explanations over HTTP, of real messages. */
import type { Explanation, Finding } from '@logyard/contract/search/explanations'
import { expect, test } from 'vitest'
import { addFieldColumns } from '../../../store/messages/field-column-table.ts'
import { startTestEngine } from '../../../testing/start-index-sets.ts'
import { BASE, COLUMNS, type FaultWindow, faultWindows } from '../../testing/fault-windows.ts'
import { insertMessages, type TestMessage } from '../../testing/message-table.ts'
import { searchTests } from '../../testing/search-tests.ts'
import { startSearch } from '../../testing/start-search.ts'

const iso = (ms: number) => new Date(ms).toISOString()
const rangeOf = ({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }) => ({
  type: 'absolute',
  from: iso(fromMs),
  to: iso(toMs),
})

const SEEDS = 10
const LINES = 3
const MAX_MISSED = 6
const textsOf = (finding: Finding): readonly string[] => [
  ...[finding, ...finding.same].map(({ text }) => text),
  ...finding.places.map(({ field, value }) => `${field}: ${value}`),
]

test('causes of injected faults are within the first three lines, and quiet times have no findings', async () => {
  await using store = await startTestEngine()
  const { engine } = store
  await engine.stores.changeColumns(({ client }) => addFieldColumns(client, COLUMNS, AbortSignal.timeout(60_000)))
  await using logyard = await startSearch({ engine })
  const { windows, messages } = faultWindows(SEEDS)
  for (const some of messages) await insertMessages(engine, some, COLUMNS)
  const missed: string[] = []
  const loud: string[] = []
  for (const window of windows) {
    const body = { timerange: rangeOf(window), outside: rangeOf(BASE) }
    const answer = await logyard.call('POST', '/logyard/search/explanations', { body })
    expect(answer.status, answer.text).toBe(200)
    const { findings, sentence }: Explanation = Object(answer.body)
    if (window.fault === undefined && findings.length > 0) loud.push(`${window.name}: ${sentence}`)
    if (window.fault !== undefined && !isFound(window, findings)) missed.push(`${window.name}: ${sentence}`)
  }
  expect(loud).toEqual([])
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(MAX_MISSED)
}, 1_800_000)

function isFound({ fault }: FaultWindow, findings: readonly Finding[]): boolean {
  const texts = findings.slice(0, LINES).flatMap(textsOf)
  return fault?.causes.some((cause) => texts.some((text) => text.includes(cause))) === true
}

const tests = searchTests()
const MINUTE_MS = 60_000
const START_MS = Date.UTC(2026, 2, 1, 9)
const HOUR = rangeOf({ fromMs: START_MS, toMs: START_MS + 60 * MINUTE_MS - 1 })
const QUARTER = { fromMs: START_MS + 30 * MINUTE_MS, toMs: START_MS + 45 * MINUTE_MS - 1 }

/** An hour in which a database fails for a quarter. */
const traffic = (): TestMessage[] =>
  Array.from({ length: 3600 }, (_, second) => {
    const atMs = START_MS + second * 1000
    const isBroken = atMs >= QUARTER.fromMs && atMs <= QUARTER.toMs && second % 4 === 0
    const host = `db-${second % 3}`
    return isBroken
      ? {
          at: iso(atMs),
          source: 'db-9',
          message: `query of job ${second} failed after ${second} ms`,
          fields: { pod: 'db-9-x', address: '10.0.0.9', outcome: 'failure', region: 'a' },
        }
      : { at: iso(atMs), source: host, message: 'query done', fields: { outcome: 'success', region: 'a' } }
  })

const explain = async (body: object, as?: string) =>
  await tests.logyard.call('POST', '/logyard/search/explanations', { body, ...(as === undefined ? {} : { as }) })

test('findings that say the same are one line, whose query finds as many messages as it says', async () => {
  await insertMessages(tests.engine, traffic())
  const { status, body } = await explain({ timerange: HOUR, inside: { timerange: rangeOf(QUARTER) } })
  expect(status).toBe(200)
  const { findings, sentence, slices, inside, outside, unchanged }: Explanation = Object(body)
  expect(inside).toMatchObject({ messages: 900, per_minute: 60, timeranges: [rangeOf(QUARTER)] })
  expect(outside).toMatchObject({ messages: 2700, timeranges: [{}, {}] })
  const [first] = findings
  expect(first).toMatchObject({ change: 'new', inside: 225, outside: 0, share_inside: 0.25, factor: null })
  const texts = findings.slice(0, 1).flatMap(({ text, same }) => [text, ...same.map((one) => one.text)])
  expect(texts).toContain('source: db-9')
  expect(texts).toContain('pod: db-9-x')
  expect(texts).toContain('address: 10.0.0.9')
  expect(texts).toContain('“query of job * failed after * ms”')
  expect(sentence).toMatch(/is new/)
  expect(unchanged).toContain('region')
  expect(first?.trend.reduce((sum, count) => sum + count, 0)).toBe(225)
  expect(slices.length).toBe(first?.trend.length)
  for (const { query, inside: count } of findings.flatMap((one) => [one, ...one.same])) {
    const found = await tests.logyard.call('POST', '/logyard/search/patterns', {
      body: { timerange: rangeOf(QUARTER), query },
    })
    expect(Object(found.body).total, query).toBe(count)
  }
})

test('messages of a query are compared with others of the time, or with their own of the time before', async () => {
  await insertMessages(tests.engine, traffic())
  const other = await explain({ timerange: HOUR, inside: { query: 'outcome:failure' } })
  const { findings, inside }: Explanation = Object(other.body)
  expect(inside.messages).toBe(225)
  const texts = findings.flatMap(({ text, same }) => [text, ...same.map((one) => one.text)])
  expect(texts).not.toContain('outcome: failure')
  const before = await explain({
    timerange: rangeOf(QUARTER),
    inside: { query: 'outcome:success' },
    compare_with: 'before',
  })
  expect(before.body).toMatchObject({ findings: [], inside: { messages: 675 }, outside: { messages: 900 } })
  expect(Object(before.body).sentence).toBe('Nothing differs more than by chance.')
})

test('what cannot be compared is refused with its reason', async () => {
  expect((await explain({ timerange: HOUR })).body).toMatchObject({
    message: expect.stringContaining('nothing to compare'),
  })
  const overlapping = await explain({ timerange: HOUR, outside: rangeOf(QUARTER) })
  expect(overlapping).toMatchObject({ status: 400, body: { message: expect.stringContaining('overlap') } })
  expect((await explain({ timerange: HOUR, inside: { query: 'a:(' } })).status).toBe(400)
  expect((await explain({ timerange: HOUR, compare_with: 'before' })).body).toMatchObject({ findings: [] })
})
