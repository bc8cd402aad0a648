import { expect, test } from 'vitest'
import { decoratorChanges } from './decorator-changes.ts'

const stored = [
  { id: 'a', type: 'x', config: { field: 'level' }, stream: null, order: 0 },
  { id: 'b', type: 'x', config: {}, stream: null, order: 1 },
  { id: 'c', type: 'x', config: {}, stream: 's', order: 0 },
]

test('only changes are sent', () => {
  const [a, b, c] = stored
  if (a === undefined || b === undefined || c === undefined) throw new Error('there are three')
  expect(decoratorChanges(stored, stored)).toEqual({ created: [], updated: [], deleted: [] })
  const added = { id: null, type: 'y', config: { n: 1 }, stream: 's', order: 1 }
  expect(decoratorChanges(stored, [{ ...b, order: 0 }, c, added])).toEqual({
    created: [{ type: 'y', config: { n: 1 }, stream: 's', order: 1 }],
    updated: [{ id: 'b', type: 'x', config: {}, stream: null, order: 0 }],
    deleted: ['a'],
  })
  expect(decoratorChanges(stored, [{ ...a, config: { field: 'other' } }, b, c]).updated).toEqual([
    { id: 'a', type: 'x', config: { field: 'other' }, stream: null, order: 0 },
  ])
})
