import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { ENGINES, type SettingsEngine, settingsEngines } from '../../testing/settings-engines.ts'
import type { DocumentDiff, NewEntry } from './entry-log.ts'
import { defineCollection } from './settings-store.ts'

const pots = defineCollection({
  name: 'pots',
  audit: { type: 'pot' },
  schema: Type.Object({ id: Type.String(), name: Type.String(), glaze: Type.Optional(Type.String()) }),
  keys: { name: { unique: true, of: ({ name }) => [name] } },
  secrets: ['glaze'],
})

const NO_FACTS = {
  actor: '',
  username: '',
  outcome: 'done',
  entityType: 'pot',
  entityId: '',
  title: '',
  address: '',
} as const
const entry = (event: string, atMs = 0): NewEntry => ({
  atMs,
  facts: { ...NO_FACTS, event },
  body: `{"of":"${event}"}`,
})

const engines = settingsEngines()

async function watchedPots(engine: SettingsEngine, entriesOf: (diffs: readonly DocumentDiff[]) => readonly NewEntry[]) {
  const store = await engines.temporary(engine)
  const collection = store.settings.collection(pots)
  store.settings.entryLog.witness({
    isInterestedIn: () => true,
    entriesOf: (diffs) => entriesOf(diffs).map((one) => ({ entry: one })),
  })
  return { ...store, collection, entryLog: store.settings.entryLog }
}

test.for(ENGINES)(
  'a commit without its entry is not stored, nor an entry without its commit, on %s',
  async (engine) => {
    let isRefusing = false
    await using store = await watchedPots(engine, () => {
      // No database has such a number, and the row is refused.
      return [entry('pot:create', isRefusing ? Number.NaN : 0)]
    })
    await store.collection.insert({ id: 'a', name: 'blue' })
    await expect(store.collection.insert({ id: 'b', name: 'blue' })).rejects.toThrow('another document')
    expect(await store.entryLog.bounds()).toMatchObject({ first: 1, last: 1 })
    isRefusing = true
    await expect(store.collection.insert({ id: 'c', name: 'red' })).rejects.toThrow(/not.null/i)
    expect(await store.collection.list()).toEqual([{ id: 'a', name: 'blue' }])
    isRefusing = false
    await store.collection.insert({ id: 'd', name: 'red' })
    // The attempts that failed leave no gap.
    expect(await store.entryLog.bounds()).toMatchObject({ first: 1, last: 2 })
  },
)

test.for(ENGINES)(
  'a witness sees documents before and after, and which secrets differ, but no secret, on %s',
  async (engine) => {
    const seen: DocumentDiff[] = []
    await using store = await watchedPots(engine, (diffs) => {
      seen.push(...diffs)
      return []
    })
    await store.collection.insert({ id: 'a', name: 'blue', glaze: 'cobalt' })
    await store.collection.put({ id: 'a', name: 'navy', glaze: 'cobalt' })
    await store.collection.put({ id: 'a', name: 'navy', glaze: 'copper' })
    await store.collection.delete('a')
    await store.collection.delete('a')
    expect(
      seen.map(({ kind, before, after, changedSecrets }) => [kind, before?.['name'], after?.['name'], changedSecrets]),
    ).toEqual([
      ['insert', undefined, 'blue', ['glaze']],
      ['replace', 'blue', 'navy', []],
      ['replace', 'navy', 'navy', ['glaze']],
      ['delete', 'navy', undefined, ['glaze']],
    ])
    expect(JSON.stringify(seen)).not.toMatch(/cobalt|copper/)
  },
)

test.for(ENGINES)(
  'times of entries never decrease, so that a range of time is a range of numbers, on %s',
  async (engine) => {
    await using store = await watchedPots(engine, () => [])
    const { entryLog } = store
    // The clock was set back before the third entry.
    await entryLog.write([1000, 2000, 500, 3000].map((atMs) => ({ entry: entry('pot:fire', atMs) })))
    expect(await Promise.all([0, 1000, 1500, 2500, 3000, 3001].map((ms) => entryLog.firstAt(ms)))).toEqual([
      1, 1, 2, 4, 4, 5,
    ])
    await entryLog.seal({ chain: '', lastSequence: 2, hash: 'of two' }, undefined)
    await entryLog.deleteUpTo(3)
    expect(await entryLog.bounds()).toMatchObject({ first: 3, last: 4 })
  },
)

test.for(ENGINES)('filters by address and text compare literally, not as patterns, on %s', async (engine) => {
  await using store = await watchedPots(engine, () => [])
  const facts = { ...NO_FACTS, event: 'pot:fire', username: 'Ada', address: '192.0.2.7', title: '100% clay' }
  await store.entryLog.write([{ entry: { atMs: 0, facts, body: '{"in":"kiln"}' } }])
  const find = (filter: object) => store.entryLog.find(filter, { from: 1, to: 9, limit: 9 })
  expect(await find({ address: '192.0' })).toEqual([1])
  expect(await find({ text: '0% C' })).toEqual([1])
  expect(await find({ events: ['POT:*', 'x'], outcomes: ['done', 'failed'], entityType: 'pot' })).toEqual([1])
  expect(await find({ entityId: 'kiln' })).toEqual([1])
  expect(await find({ entityId: 'kil' })).toEqual([])
  expect(await find({ user: 'ADA' })).toEqual([1])
  for (const filter of [{ address: '%' }, { address: '192_0' }, { text: '1_0' }, { events: ['%:*'] }, { user: '%' }]) {
    expect(await find(filter), JSON.stringify(filter)).toEqual([])
  }
})

test.for(ENGINES)('entries and seals are the same text on each database, whatever they hold, on %s', async (engine) => {
  await using store = await watchedPots(engine, () => [])
  const title = 'nul \u0000 one \u0001 "quotes" \\ ä 漢 🙂 \n \u007f'
  const facts = { ...NO_FACTS, event: 'pot:fire', title }
  await store.entryLog.write([{ entry: { atMs: 7, facts, body: JSON.stringify({ title }) } }])
  expect(await store.entryLog.readFrom(1, 9, 9)).toEqual([
    {
      sequence: 1,
      body: JSON.stringify({ title }),
      facts: JSON.stringify([7, 'pot:fire', '', '', 'done', 'pot', '', title, '']),
    },
  ])
})
