/** Several nodes write one log, and each seals what it wrote. */
import { expect, test } from 'vitest'
import { createLog } from '../platform/log.ts'
import type { EntryLog } from '../platform/settings/entry-log.ts'
import { fixedClock } from '../testing/fixed-clock.ts'
import { ENGINES, settingsEngines } from '../testing/settings-engines.ts'
import { entryBodyOf, newEntryOf, SYSTEM_CALL } from './audit-entry.ts'
import { retainEntries } from './audit-retention.ts'
import { sealEntries, sealForsaken, verifyEntries } from './entry-seals.ts'
import { createOpenEntries } from './open-entries.ts'

const DAY_MS = 86_400_000
const clock = fixedClock('2026-03-01T09:00:00Z')
const LOG = createLog('off')
const engines = settingsEngines()
const { signal } = new AbortController()

function nodeOf(entries: EntryLog, nodeId: string) {
  const open = createOpenEntries({ clock })
  return {
    nodeId,
    async write(event: string, atMs = clock.now().getTime()) {
      const facts = { outcome: 'done', status: null, changes: [], moreChanges: 0, at: new Date(atMs), nodeId } as const
      await entries.write([{ entry: newEntryOf(entryBodyOf({ call: { ...SYSTEM_CALL, event }, ...facts })) }])
    },
    seal: () => sealEntries({ entries, open, nodeId }),
  }
}

test.for(ENGINES)('seals of two nodes do not mix, and each removal is found, on %s', async (engine) => {
  await using store = await engines.temporary(engine)
  const { entryLog: entries } = store.settings
  const [first, second] = [nodeOf(entries, 'a'), nodeOf(entries, 'b')]
  for (let round = 0; round < 20; round += 1) {
    await first.write('x:one')
    await second.write('x:two')
    if (round % 3 === 0) await first.seal()
    if (round % 5 === 0) await second.seal()
  }
  expect(await verifyEntries(entries, signal)).toMatchObject({
    is_intact: true,
    first: 1,
    last_sealed: 37,
    unsealed: 5,
  })
  await Promise.all([first.seal(), second.seal()])
  expect(await verifyEntries(entries, signal)).toMatchObject({ is_intact: true, last_sealed: 40, unsealed: 0 })
  // A whole chain, with its seals.
  await store.place.execute("DELETE FROM entry WHERE chain = 'b'")
  expect(await verifyEntries(entries, signal)).toMatchObject({ is_intact: false })
  await store.place.execute("DELETE FROM entry_seal WHERE chain = 'b'")
  expect(await verifyEntries(entries, signal)).toMatchObject({
    is_intact: false,
    problem: 'entries were removed, not by the retention',
  })
})

test.for(ENGINES)('the retention deletes old entries of all nodes, also of one that is gone, on %s', async (engine) => {
  await using store = await engines.temporary(engine)
  const { entryLog: entries } = store.settings
  const [first, gone] = [nodeOf(entries, 'a'), nodeOf(entries, 'gone')]
  const nowMs = clock.now().getTime()
  for (let day = 9; day >= 0; day -= 1) {
    await first.write('x:one', nowMs - day * DAY_MS)
    if (day > 4) await gone.write('x:gone', nowMs - day * DAY_MS)
    await first.seal()
    if (day === 8) await gone.seal()
  }
  const retain = () =>
    retainEntries({ entries, clock, log: LOG, nodeId: 'a' }, { max_age_days: 3, max_bytes: 1_000_000 }, signal)
  await retain()
  // Unsealed entries of the other node stay until it seals them.
  expect(await entries.bounds()).toMatchObject({ first: 6 })
  await first.seal()
  expect(await verifyEntries(entries, signal)).toMatchObject({ is_intact: true, unsealed: 3 })
  await sealForsaken({ entries, open: createOpenEntries({ clock }), nodeId: 'a' }, nowMs - DAY_MS)
  await retain()
  await first.seal()
  expect((await entries.bounds()).first).toBeGreaterThan(10)
  expect(await verifyEntries(entries, signal)).toMatchObject({ is_intact: true, unsealed: 0 })
  await first.write('x:more')
  await first.seal()
  expect(await verifyEntries(entries, signal)).toMatchObject({ is_intact: true, unsealed: 0 })
})
