import { expect, test } from 'vitest'
import { textDifferences } from './text-differences.ts'

/** Different parts in brackets. */
const marked = (one: string, other: string) =>
  textDifferences(one, other).map((parts) =>
    parts.map(({ text, isDifferent }) => (isDifferent ? `[${text}]` : text)).join(''),
  )

test.each([
  { one: 'took 12 ms', other: 'took 345 ms', parts: ['took [12] ms', 'took [345] ms'] },
  { one: 'same', other: 'same', parts: ['same', 'same'] },
  { one: '', other: 'new', parts: ['', '[new]'] },
  { one: 'user ada failed', other: 'user bob failed twice', parts: ['user [ada] failed', 'user [bob] failed[ twice]'] },
  { one: 'aaa', other: 'aa', parts: ['aa[a]', 'aa'] },
  { one: 'GET /a?x=1', other: 'GET /b?x=2', parts: ['GET /[a]?x=[1]', 'GET /[b]?x=[2]'] },
  { one: '👍 ok', other: '👎 ok', parts: ['[👍] ok', '[👎] ok'] },
])('"$one" beside "$other"', ({ one, other, parts }) => {
  expect(marked(one, other)).toEqual(parts)
})

test('in very long texts the middle is different as a whole, without taking long', () => {
  const [one, other] = [`<${'ab'.repeat(50_000)}>`, `<${'ba'.repeat(50_000)}>`]
  expect(marked(one, other)[0]).toBe(`<[${one.slice(1, -1)}]>`)
})
