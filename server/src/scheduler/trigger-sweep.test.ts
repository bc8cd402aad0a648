import { expect, test } from 'vitest'
import { createIds } from '../platform/ids.ts'
import { fixedClock } from '../testing/fixed-clock.ts'
import { temporarySettings } from '../testing/temporary-settings.ts'
import { type JobTrigger, triggerCollection } from './job-store.ts'
import { newTrigger } from './job-writes.ts'
import { MAX_COMPLETE_TRIGGERS, triggerSweep } from './trigger-sweep.ts'

const DAY_MS = 86_400_000
const never = new AbortController().signal

test('of the triggers that ran once the last ones stay, for a day, and what waits always does', async () => {
  await using temporary = await temporarySettings()
  const { settings } = temporary
  const clock = fixedClock('2026-03-01T09:00:00.000Z')
  const ids = createIds(() => clock.now())
  const triggers = settings.collection(triggerCollection)
  const aTrigger = (status: JobTrigger['status'], ageMs: number): JobTrigger => {
    const at = new Date(clock.now().getTime() - ageMs)
    const draft = { schedule: { type: 'once' }, nextTime: at } as const
    return { ...newTrigger(ids.next(), 'job', draft, at.toISOString()), status }
  }
  const ended = Array.from({ length: MAX_COMPLETE_TRIGGERS + 20 }, (_, place) => aTrigger('complete', place))
  const others = [aTrigger('runnable', 3 * DAY_MS), aTrigger('error', 3 * DAY_MS)]
  await settings.commit([...ended, ...others].map((trigger) => triggers.inserting(trigger)))

  const sweep = triggerSweep({ settings, triggers, clock })
  expect(sweep.deletesByAge).toBe(true)
  await sweep.run(never)
  const kept = [...ended.slice(0, MAX_COMPLETE_TRIGGERS), ...others].map(({ id }) => id)
  expect(new Set((await triggers.list()).map(({ id }) => id))).toEqual(new Set(kept))

  clock.advance(DAY_MS + 1)
  await sweep.run(never)
  expect((await triggers.list()).map(({ status }) => status).toSorted()).toEqual(['error', 'runnable'])
})
