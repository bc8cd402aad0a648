/** Query texts that take long to read: other requests are served meanwhile. */
import { expect, test } from 'vitest'
import { longestTurnMs } from '../testing/longest-turn.ts'
import { messages, query, resultOf, text } from './testing/search-drafts.ts'
import { searchTests } from './testing/search-tests.ts'

const tests = searchTests()

/** Of one turn of the event loop; what each test guards against takes seconds. */
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
