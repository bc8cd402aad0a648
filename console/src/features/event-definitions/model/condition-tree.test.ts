import type { Expression } from '@logyard/contract/events/expressions'
import { expect, test } from 'vitest'
import { newGroup, newRow, readCondition, withItem, writeCondition } from './condition-tree.ts'
import { expressionText } from './expression-text.ts'

const count = { ...newRow(), threshold: 5 }
const slow = { ...newRow(), function: 'avg' as const, field: 'took_ms', comparison: '>=' as const, threshold: 3 }
const worst = { ...newRow(), function: 'max' as const, field: 'took_ms', threshold: 10 }

test('rows and groups are written as an expression over their series, and read back as they were', () => {
  const tree = newGroup('all', [count, newGroup('any', [slow, worst])])
  const written = writeCondition(tree)
  expect(written?.series.map(({ id }) => id)).toEqual(['count-', 'avg-took_ms', 'max-took_ms'])
  const text = 'count() > 5 AND [avg(took_ms) >= 3 OR max(took_ms) > 10]'
  expect(written && expressionText(written.expression, written.series)).toBe(text)
  const read = written && readCondition(written.expression, written.series)
  const again = read && writeCondition(read)
  expect(again).toEqual(written)
})

test.each([
  { row: { ...count, function: undefined }, because: 'it has no function' },
  { row: { ...slow, field: ' ' }, because: 'its function needs a field' },
  { row: { ...count, comparison: undefined }, because: 'it has no comparison' },
  { row: { ...count, threshold: undefined }, because: 'it has no threshold' },
])('a row is not written while $because', ({ row }) => {
  expect(writeCondition(newGroup('all', [row]))).toBeUndefined()
})

test('a number on the left is read as a threshold on the right', () => {
  const five: Expression = { expr: '<', left: { expr: 'number', value: 5 }, right: { expr: 'number-ref', ref: 'a' } }
  const read = readCondition(five, [{ id: 'a', function: 'count', field: null }])
  expect(read?.items).toMatchObject([{ function: 'count', comparison: '>', threshold: 5 }])
})

test.each<{ name: string; expression: Expression }>([
  { name: 'a negation', expression: { expr: '!', left: { expr: 'true' } } },
  {
    name: 'a comparison of two figures',
    expression: { expr: '<', left: { expr: 'number-ref', ref: 'a' }, right: { expr: 'number-ref', ref: 'a' } },
  },
])('$name is left to other clients', ({ expression }) => {
  expect(readCondition(expression, [{ id: 'a', function: 'count', field: null }])).toBeUndefined()
})

test('a group goes with its last row', () => {
  const tree = newGroup('all', [count, newGroup('any', [slow])])
  expect(withItem(tree, slow.id, () => undefined).items).toEqual([count])
})
