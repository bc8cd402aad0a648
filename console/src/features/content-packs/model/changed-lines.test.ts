import { expect, test } from 'vitest'
import { changedLines } from './changed-lines.ts'

test.each([
  ['a single line is shown whole', 'old', 'new', { before: 'old', after: 'new' }],
  ['a value that is new is shown whole', null, 'a\nb', { before: null, after: 'a\nb' }],
  ['equal lines around a change are left out', 'a\nb\nc', 'a\nx\nc', { line: 2, before: 'b', after: 'x' }],
  ['an added line has nothing before it', 'a\nc', 'a\nb\nc', { line: 2, before: null, after: 'b' }],
  ['a deleted line has nothing after it', 'a\na\nc', 'a\nc', { line: 2, before: 'a', after: null }],
  ['lines between two changes are shown', 'a\nb\nc\nd', 'x\nb\ny\nd', { line: 1, before: 'a\nb\nc', after: 'x\nb\ny' }],
])('%s', (_title, before, after, shown) => {
  expect(changedLines({ before, after })).toEqual(shown)
})
