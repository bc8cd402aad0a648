import { expect, test } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { fixedClock } from '../../testing/fixed-clock.ts'
import { temporarySettings } from '../../testing/temporary-settings.ts'
import { createValueTables } from './value-tables.ts'

const HOUR_MS = 3_600_000
const YEAR_MS = 365 * 24 * HOUR_MS

test('a clock that is a year ahead for a while deletes no value', async () => {
  await using temporary = await temporarySettings()
  const clock = fixedClock('2026-03-01T09:00:00.000Z')
  let isClockSteady = true
  const open = () =>
    createValueTables({ ...temporary, clock, isClockSteady: () => isClockSteady, log: createLog('error') })
  const saved = { key: 'saved', value: 'x', updatedAtMs: clock.now().getTime() }
  {
    await using tables = open()
    const table = tables.of('one', false)
    await table.loaded
    await table.save([{ ...saved, expiresAtMs: clock.now().getTime() + HOUR_MS }], [])
    table.change({ kind: 'set', key: 'changed', value: 'y' }, HOUR_MS)
    isClockSteady = false
    clock.setBy(YEAR_MS)
    clock.advance(10_000)
    expect([table.find('saved'), table.find('changed')]).toEqual([undefined, undefined])
  }
  clock.setBy(-YEAR_MS)
  await using tables = open()
  const table = tables.of('one', false)
  await table.loaded
  expect([table.find('saved')?.value, table.find('changed')?.value]).toEqual(['x', 'y'])
  isClockSteady = true
  clock.advance(2 * HOUR_MS)
  expect(table.size()).toBe(0)
})
