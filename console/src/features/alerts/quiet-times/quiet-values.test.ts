import { expect, test } from 'vitest'
import { quietDraft, quietProblem, quietValues } from './quiet-values.ts'

const NOW = Date.parse('2026-03-01T09:00:30.000Z')
const ZONE = 'Europe/Berlin'
const values = { ...quietValues(undefined, ZONE, NOW), title: ' Release ' }

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
  expect(quietProblem({ ...values, ...change }, false, ZONE)).toBe(is)
})

test('without permission for all definitions, a quiet time names definitions and no tags', () => {
  expect(quietProblem(values, true, ZONE)).toBe('targets')
  expect(quietProblem({ ...values, definitions: ['d1'] }, true, ZONE)).toBeUndefined()
  expect(quietProblem({ ...values, definitions: ['d1'], tags: ['shop'] }, true, ZONE)).toBe('targets')
})
