import { expect, test } from 'vitest'
import { type QuietValues, quietDraft, quietProblems, quietValues } from './quiet-values.ts'

const NOW = Date.parse('2026-03-01T09:00:30.000Z')
const ZONE = 'Europe/Berlin'
const values = { ...quietValues(undefined, ZONE, NOW), title: ' Release ' }
const found = (checked: QuietValues, mustName = false) =>
  Object.values(quietProblems(checked, mustName, ZONE)).filter((problem) => problem !== false)

test('a new quiet time lasts an hour, written in the zone of the user', () => {
  expect(values).toMatchObject({ onceFrom: '2026-03-01T10:00', onceTo: '2026-03-01T11:00' })
  expect(quietDraft(values, ZONE)).toEqual({
    title: 'Release',
    event_definitions: [],
    tags: [],
    schedule: { type: 'once', from: '2026-03-01T09:00:00.000Z', to: '2026-03-01T10:00:00.000Z' },
    at_end: 'notify_open',
  })
})

test('a weekly quiet time is edited in its own zone', () => {
  const schedule = { type: 'weekly', days: ['sunday'], from: '22:00', to: '06:00', timezone: 'Asia/Tokyo' } as const
  const draft = quietDraft({ ...values, kind: 'weekly', days: ['sunday'], zone: 'Asia/Tokyo' }, ZONE)
  expect(draft.schedule).toEqual(schedule)
})

test.each([
  { change: { title: ' ' }, is: 'title' },
  { change: { onceFrom: '' }, is: 'from' },
  { change: { onceTo: '2026-03-01T10:00' }, is: 'order' },
  { change: { kind: 'weekly', days: [] }, is: 'days' },
  { change: { kind: 'weekly', dailyTo: '' }, is: 'to' },
  { change: {}, is: undefined },
] as const)('$change has the problem $is', ({ change, is }) => {
  expect(found({ ...values, ...change })).toEqual(is === undefined ? [] : [is])
})

test('all problems are found at once, each at its field', () => {
  const problems = quietProblems({ ...values, title: '', kind: 'weekly', days: [], dailyFrom: '' }, false, ZONE)
  expect(problems).toMatchObject({ title: 'title', days: 'days', dailyFrom: 'from', dailyTo: false })
})

test('without permission for all definitions, a quiet time names definitions and no tags', () => {
  expect(found(values, true)).toEqual(['targets'])
  expect(found({ ...values, definitions: ['d1'] }, true)).toEqual([])
  expect(found({ ...values, definitions: ['d1'], tags: ['shop'] }, true)).toEqual(['targets'])
})
