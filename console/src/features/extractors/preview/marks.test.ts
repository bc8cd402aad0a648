import { expect, test } from 'vitest'
import { outerMarks } from '../../../parsing/marked-text/mark.ts'
import { type Extracted, inView, marksOf } from './marks.ts'

function shown(text: string, extracted: Extracted): string {
  let at = 0
  let line = ''
  for (const { from, to, field } of outerMarks(marksOf(text, extracted))) {
    line += `${text.slice(at, from)}[${field}:${text.slice(from, to)}]`
    at = to
  }
  return line + text.slice(at)
}

test.each([
  ['nothing extracted', { range: null, fields: {} }, 'GET /a 200 in 20 ms'],
  ['one field by its range', { range: { start: 7, end: 10 }, fields: { status: 200 } }, 'GET /a [status:200] in 20 ms'],
  [
    'several fields by their values, whole words first',
    { range: null, fields: { took: 20, status: 200, path: '/a' } },
    'GET [path:/a] [status:200] in [took:20] ms',
  ],
  [
    'a part of a longer value only once',
    { range: null, fields: { path: '/a 200', status: '200' } },
    'GET [path:/a 200] in 20 ms',
  ],
  [
    'the outer one of nested captures, where the pattern found it',
    {
      range: null,
      fields: { HOUR: '2', time: '20 ms' },
      located: [
        { field: 'time', from: 14, to: 19 },
        { field: 'HOUR', from: 14, to: 15 },
        { field: 'HOUR', from: 7, to: 8 },
      ],
    },
    'GET /a [HOUR:2]00 in [time:20 ms]',
  ],
  ['a value that is not in the text', { range: null, fields: { level: 'error', ok: true } }, 'GET /a 200 in 20 ms'],
])('%s is marked', (_, extracted, expected) => {
  expect(shown('GET /a 200 in 20 ms', extracted)).toBe(expected)
})

test('the first mark of a long line is brought into view', () => {
  const text = `${'x'.repeat(100)} took 17 ms`
  const view = (from: number) => inView(text, [{ from, to: from + 2, field: 'took' }])
  expect(view(106)).toEqual({ text: `…${'x'.repeat(24)} took 17 ms`, marks: [{ from: 31, to: 33, field: 'took' }] })
  expect(view(40).text).toBe(text)
  expect(inView(text, [])).toEqual({ text, marks: [] })
})
