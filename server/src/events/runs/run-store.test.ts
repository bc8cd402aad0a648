import { MAX_RUNS } from '@logyard/contract/events/definition-runs'
import { expect, test } from 'vitest'
import { createIds } from '../../platform/ids.ts'
import { temporarySettings } from '../../testing/temporary-settings.ts'
import { createRunStore, type RecordedRun } from './run-store.ts'

const START = Date.parse('2026-03-01T09:00:00.000Z')
const at = (minute: number) => new Date(START + minute * 60_000).toISOString()

const aRun = (minute: number, changes: Partial<RecordedRun> = {}): RecordedRun => ({
  at: at(minute),
  took_ms: 5,
  from: at(minute - 1),
  to: at(minute),
  result: 'quiet',
  events: 0,
  figure: 1,
  comparison: '>',
  reason: null,
  ...changes,
})

async function startStore() {
  const temporary = await temporarySettings()
  const store = createRunStore({ settings: temporary.settings, ids: createIds(() => new Date(START)) })
  return {
    ...store,
    record: async (run: RecordedRun, id = 'd1') => temporary.settings.commit(await store.recording(id, run)),
    commit: temporary.settings.commit,
    [Symbol.asyncDispose]: () => temporary[Symbol.asyncDispose](),
  }
}

test('the newest runs of a definition are recorded, and when it fired last', async () => {
  await using store = await startStore()
  await store.record(aRun(0, { result: 'fired', events: 2 }))
  for (let minute = 1; minute < 620; minute += 1) await store.record(aRun(minute))
  await store.record(aRun(0), 'd2')
  const { runs, last_fired_at } = await store.find('d1', 1000)
  expect(runs.map(({ to }) => to)).toEqual(Array.from(runs, (_, place) => at(619 - place)))
  expect(runs.length).toBeGreaterThan(MAX_RUNS - 50)
  expect(runs.length).toBeLessThanOrEqual(MAX_RUNS)
  expect(last_fired_at).toBe(at(0))
  expect((await store.find('d1', 30)).runs).toHaveLength(30)
  await store.commit(await store.deleting('d1'))
  expect(await store.find('d1', 30)).toEqual({ runs: [], last_fired_at: null })
  expect((await store.find('d2', 30)).runs).toHaveLength(1)
})

test('the parts of a run are one run, and so are repeated failures', async () => {
  await using store = await startStore()
  await store.record(aRun(1, { result: 'failed', figure: undefined, reason: 'too slow' }))
  await store.record(aRun(1, { result: 'failed', figure: undefined, reason: 'too slow' }))
  await store.record(aRun(1, { result: 'fired', events: 500, figure: 7 }))
  await store.record(aRun(1, { events: 0, figure: 3 }))
  await store.record(aRun(2, { comparison: '<', figure: 7 }))
  await store.record(aRun(2, { comparison: '<', figure: 3 }))
  const { runs } = await store.find('d1', 10)
  expect(runs).toMatchObject([
    { to: at(2), figure: 3, result: 'quiet' },
    { to: at(1), figure: 7, result: 'fired', events: 500, took_ms: 10 },
    { to: at(1), figure: null, result: 'failed', attempts: 2, reason: 'too slow' },
  ])
})
