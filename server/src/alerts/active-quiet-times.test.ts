import { expect, test } from 'vitest'
import { temporarySettings } from '../testing/temporary-settings.ts'
import { quietTimeCollection, type StoredQuietTime } from './quiet-time-store.ts'
import { createQuietTimes } from './quiet-times.ts'

const AT = '2026-03-01T10:00:00.000Z'
const FULL_DAY = { from: '00:00', to: '00:00', timezone: 'Europe/Berlin' }
const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

const aQuietTime = (id: string): StoredQuietTime => ({
  id,
  title: id,
  event_definitions: [],
  tags: [],
  schedule: { type: 'weekly', days: [...WEEK], ...FULL_DAY },
  at_end: 'nothing',
  created_by: 'ann',
  created_at: AT,
  updated_at: AT,
})

test('the events of one run look at the quiet times once, unless these change', async () => {
  await using temporary = await temporarySettings()
  const { settings } = temporary
  const store = settings.collection(quietTimeCollection)
  using quietTimes = createQuietTimes(settings)
  const definition = { id: 'definition', tags: [] }
  const active = (at = AT) => quietTimes.activeFor(definition, new Date(at))
  await store.insert(aQuietTime('one'))
  const first = await active()
  expect(first).toEqual(['one'])
  expect(await active()).toBe(first)
  await store.insert(aQuietTime('two'))
  expect(await active()).toEqual(['one', 'two'])
})
