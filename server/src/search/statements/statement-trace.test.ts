import { expect, test } from 'vitest'
import { createStatementTrace } from './statement-trace.ts'

test('a trace is bounded in number and size, says how many it left out, and is empty once it was read', () => {
  const trace = createStatementTrace({ monotonicMs: () => 0 })
  for (let at = 0; at < 120; at += 1) trace.begin({ text: `SELECT ${at}` }, undefined)
  expect(trace.take()).toMatchObject({ statements: { length: 100 }, leftOut: 20 })
  expect(trace.begin({ text: 'SELECT 1' }, undefined)).toBeUndefined()
  expect(trace.take().statements).toEqual([])
  const large = createStatementTrace({ monotonicMs: () => 0 })
  large.begin({ text: 'x'.repeat(900_000) }, undefined)
  large.begin({ text: 'x'.repeat(900_000) }, undefined)
  large.begin({ text: 'small' }, undefined)
  expect(large.take()).toMatchObject({ statements: { length: 2 }, leftOut: 1 })
})

test('times are those of waiting for a turn, and of reading until the last row', () => {
  let now = 100
  const trace = createStatementTrace({ monotonicMs: () => now })
  const run = trace.begin({ text: 'SELECT 1' }, undefined)
  now = 130
  run?.started()
  run?.read({ rows: 5, bytes: 50, ms: 7 })
  run?.received(20)
  run?.received(3)
  now = 180
  run?.completed()
  run?.[Symbol.dispose]()
  now = 900
  const [statement] = trace.take().statements
  expect(statement).toEqual({
    text: 'SELECT 1',
    searchTypeId: undefined,
    waitingMs: 30,
    tookMs: 50,
    figures: { rows: 5, bytes: 50, ms: 7 },
    answerBytes: 23,
    hasFailed: false,
  })
})
