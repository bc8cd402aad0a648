import { expect, test } from 'vitest'
import { entryProblems, entryToSend, entryValues } from './value-draft.ts'

const NOW = Date.parse('2026-03-01T12:00:00.000Z')
const stored = { key: 'ada', updated_at: '2026-03-01T11:00:00.000Z', expires_at: null }

test.each([
  { value: 'web', kind: 'text', text: 'web' },
  { value: 17.5, kind: 'number', text: '17.5' },
  { value: false, kind: 'boolean', text: 'false' },
  { value: ['a', 'b c'], kind: 'list', text: 'a\nb c' },
  { value: { team: 'web', size: 3 }, kind: 'map', text: '{\n  "team": "web",\n  "size": 3\n}' },
])('$kind is shown and sent unchanged', ({ value, kind, text }) => {
  const values = entryValues({ ...stored, value }, NOW)
  expect(values).toMatchObject({ key: 'ada', kind, text, life: 'never' })
  expect(entryProblems(values)).toEqual({})
  expect(entryToSend(values)).toEqual({ key: 'ada', value, ttl_seconds: 0 })
})

test('the time that is left is kept in whole seconds', () => {
  const values = entryValues({ ...stored, value: 'x', expires_at: '2026-03-01T13:00:00.400Z' }, NOW)
  expect(values).toMatchObject({ life: 'after', lifeMs: 3_600_000 })
  expect(entryToSend(values).ttl_seconds).toBe(3600)
  expect(entryToSend({ ...values, life: 'default' })).not.toHaveProperty('ttl_seconds')
})

test.each([
  { kind: 'number', text: 'x', wrong: true },
  { kind: 'number', text: '', wrong: true },
  { kind: 'map', text: '[]', wrong: true },
  { kind: 'map', text: '{', wrong: true },
  { kind: 'text', text: '', wrong: true },
  { kind: 'text', text: ' ', wrong: false },
  { kind: 'list', text: '', wrong: false },
] as const)('$kind $text', ({ kind, text, wrong }) => {
  const problems = entryProblems({ ...entryValues(undefined, NOW), key: 'k', kind, text })
  expect('text' in problems).toBe(wrong)
})

test('a text that is stored empty may stay empty', () => {
  const entry = { ...stored, value: '' }
  expect(entryProblems(entryValues(entry, NOW), entry)).toEqual({})
})
