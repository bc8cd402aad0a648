import { expect, test } from 'vitest'
import { fieldChanges } from './field-changes.ts'

test('fields are added, changed and removed', () => {
  const before = { b: 1, gone: 'x', same: ['a'], text: '1' }
  const after = { same: ['a'], text: 1, b: 2, z: null, a: 'new' }
  expect(fieldChanges(before, after)).toEqual([
    { field: 'a', kind: 'added', after: 'new' },
    { field: 'z', kind: 'added', after: null },
    { field: 'b', kind: 'changed', before: 1, after: 2 },
    { field: 'text', kind: 'changed', before: '1', after: 1 },
    { field: 'gone', kind: 'removed', before: 'x' },
  ])
})
