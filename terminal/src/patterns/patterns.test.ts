import { expect, test } from 'vitest'
import { insertMessages } from '../../../server/src/search/testing/message-table.ts'
import { terminalTests } from '../testing/terminal-tests.ts'
import { trendBars } from './trend-bars.ts'

const tests = terminalTests()

async function insertPatterns(): Promise<void> {
  const times = Array.from({ length: 6 }, (_, n) => `2026-03-01T11:5${n}:00.000Z`)
  await insertMessages(
    tests.engine,
    times.map((at, n) => ({ at, message: `order ${n + 10} took ${n} ms` })),
  )
  await insertMessages(tests.engine, [{ at: '2026-03-01T11:59:00.000Z', message: 'disk is full\u202e' }])
}

test('patterns are listed with counts, shares and trends, harmless for a terminal', async () => {
  await insertPatterns()
  const { code, output } = await tests.terminal.run('patterns')
  expect(code).toBe(0)
  const [first, second, ...more] = output.trimEnd().split('\n')
  expect(first).toMatch(/^6\t85\.71%\t[ ▁-█]+\t(new)?\torder \* took \* ms$/)
  expect(second).toMatch(/^1\t14\.29%\t[ ▁-█]+\t(new)?\tdisk is full\\u\{202e\}$/)
  expect(more).toEqual([])
})

test('as JSON they are what the server answers, and nothing found is exit code 1', async () => {
  await insertPatterns()
  const { output } = await tests.terminal.run('patterns', '--output', 'json', '--limit', '1')
  expect(JSON.parse(output)).toMatchObject({ total: 7, pattern_count: 2, patterns: [{ count: 6 }] })
  expect(await tests.terminal.run('patterns', 'nothing-has-this')).toEqual({ code: 1, output: '', errors: '' })
})

test('the highest bar is full, and only no message has no bar', () => {
  expect(trendBars([0, 1, 500, 1000])).toBe(' ▁▄█')
  expect(trendBars([0, 0])).toBe('  ')
  expect(trendBars([])).toBe('')
})
