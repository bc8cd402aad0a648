import { expect, test } from 'vitest'
import { fitAnswer, rowsOf } from './fit-answer.ts'

test('the longest list is cut at its end until the answer fits, and the answer says how much is missing', () => {
  const data = { rows: Array.from({ length: 1000 }, (_, at) => `row ${at}`), fields: ['source'] }
  const { data: fitted, leftOut } = fitAnswer(data, 2000)
  expect(JSON.stringify(fitted).length).toBeLessThanOrEqual(2000)
  expect(fitted['fields']).toEqual(['source'])
  expect(fitted['rows']).toEqual(data.rows.slice(0, 1000 - (leftOut['rows'] ?? 0)))
  expect(rowsOf(fitted)).toBeGreaterThan(100)
})

test('an answer that fits stays whole, and one that never does is empty', () => {
  expect(fitAnswer({ rows: [1, 2] }, 100)).toEqual({ data: { rows: [1, 2] }, leftOut: {} })
  expect(fitAnswer({ rows: ['x'.repeat(200)] }, 100)).toEqual({ data: { rows: [] }, leftOut: { rows: 1 } })
  expect(fitAnswer({ text: 'x'.repeat(200) }, 100)).toEqual({ data: {}, leftOut: {} })
})
