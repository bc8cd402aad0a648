import { expect, test } from 'vitest'
import { parseGrn } from './shares.ts'

test.each([
  { text: 'grn::::stream:5f0', is: { type: 'stream', id: '5f0' } },
  { text: 'GRN::::Event_Definition:ABC', is: { type: 'event_definition', id: 'abc' } },
  { text: 'grn:cluster:tenant:scope:dashboard:1', is: { type: 'dashboard', id: '1' } },
  { text: 'grn::::builtin-team:everyone', is: { type: 'builtin-team', id: 'everyone' } },
  { text: 'grn::::user:local:admin', is: undefined },
  { text: 'grn::::stream:', is: undefined },
  { text: 'grn::::planet:1', is: undefined },
  { text: 'grn:stream:1', is: undefined },
  { text: 'xrn::::stream:1', is: undefined },
  { text: '', is: undefined },
])('$text names $is', ({ text, is }) => {
  expect(parseGrn(text)).toEqual(is)
})
