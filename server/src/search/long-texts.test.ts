/** Query texts that take long to read: other requests are served meanwhile. */
import { expect, test } from 'vitest'
import { longestTurnMs } from '../testing/longest-turn.ts'
import { insertMessages } from './testing/message-table.ts'
import { listOf, messages, query, resultOf, text } from './testing/search-drafts.ts'
import { searchTests } from './testing/search-tests.ts'
import { startSearch } from './testing/start-search.ts'

const tests = searchTests()

/** The maximum processor time of one turn of the event loop. The faults that the tests guard against take seconds. */
const TURN_LIMIT_MS = 1000
const LONGEST = 65_536
const long = (part: string) => part.repeat(Math.floor(LONGEST / part.length))

test('thousands of placeholders are filled in, one after the other', async () => {
  const parameters = [
    { name: 'x', default_value: 'a' },
    { name: 'empty', default_value: ' '.repeat(500_000), optional: true },
  ]
  const texts = [long('$x$'), long('$empty$')]
  const turn = await longestTurnMs(async () => {
    for (const one of texts) {
      const job = await tests.logyard.search([query({ query: text(one) })], { parameters })
      expect(resultOf(job).errors).toEqual([])
    }
  })
  expect(turn).toBeLessThan(TURN_LIMIT_MS)
})

test('values that make a query too long are refused, before they fill the memory', async () => {
  const parameters = [{ name: 'x', default_value: 'v'.repeat(100_000) }]
  const job = await tests.logyard.search([query({ query: text(long('$x$ ')) })], { parameters })
  expect(resultOf(job).errors).toMatchObject([{ description: expect.stringContaining('at most 65536 characters') }])
})

test('many search types with a long text that is refused have it read once, and quote its start', async () => {
  const search_types = Array.from({ length: 1000 }, (_, n) => messages({ id: `m${n}` }))
  const turn = await longestTurnMs(async () => {
    const job = await tests.logyard.search([query({ query: text(`${'a '.repeat(30_000)}(`), search_types })])
    const { errors } = resultOf(job)
    expect(errors.length).toBe(1000)
    expect(Math.max(...errors.map(({ description }) => description.length))).toBeLessThan(1000)
  })
  expect(turn).toBeLessThan(TURN_LIMIT_MS)
})

test('different long texts of one search are read with pauses, and have a limit', async () => {
  const withTexts = (count: number) =>
    query({
      search_types: Array.from({ length: count }, (_, n) =>
        messages({ id: `m${n}`, query: text(`${'a '.repeat(32_000)}b${n}`), limit: 0 }),
      ),
    })
  const turn = await longestTurnMs(async () => {
    expect(resultOf(await tests.logyard.search([withTexts(15)])).errors).toEqual([])
  })
  expect(turn).toBeLessThan(TURN_LIMIT_MS)
  const refused = await tests.logyard.call('POST', '/views/search', { body: { queries: [withTexts(17)] } })
  expect(refused).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('at most 1048576 characters') },
  })
})

test('hundreds of phrases and patterns are highlighted in a thread, or not at all if that takes too long', async () => {
  await using logyard = await startSearch({ engine: tests.engine, config: { LOGYARD_HIGHLIGHTING: true } })
  const message = 'the quick brown fox jumps over the lazy dog '.repeat(200)
  await insertMessages(
    tests.engine,
    Array.from({ length: 150 }, () => ({ at: '2026-03-01T11:00:00.000Z', message })),
  )
  const highlighted = async (clauses: readonly string[]) => {
    let found = 0
    const turn = await longestTurnMs(async () => {
      const asked = query({ query: text(['message:fox', ...clauses].join(' OR ')), search_types: [messages()] })
      const hits = listOf(await logyard.search([asked])).messages
      expect(hits.length).toBe(150)
      found = hits.filter(({ highlight_ranges }) => highlight_ranges['message'] !== undefined).length
    })
    expect(turn).toBeLessThan(TURN_LIMIT_MS)
    return found
  }
  expect(await highlighted(['message:"lazy dog"'])).toBe(150)
  expect(await highlighted(['message:/.*q.*c.*/'])).toBe(150)
  expect(await highlighted(Array.from({ length: 200 }, () => 'message:/.*o.*v.*e.*r/'))).toBe(0)
})
