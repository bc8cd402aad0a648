import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { fixedClock } from '../../testing/fixed-clock.ts'
import { createLog } from '../log.ts'
import { defineCollection, type SettingsStore } from './settings-store.ts'
import { openSqliteSettings, SETTINGS_FILE } from './sqlite-settings.ts'

const Person = Type.Object({ id: Type.String(), name: Type.String(), pin: Type.String() })
const Renamed = Type.Object({ id: Type.String(), fullName: Type.String(), pin: Type.String() })

const first = defineCollection({ name: 'people', audit: 'note', schema: Person })
const withKeyAndSecret = defineCollection({
  name: 'people',
  audit: 'note',
  schema: Person,
  keys: { name: { unique: true, of: (person) => [person.name] } },
  secrets: ['pin'],
})
const renamed = defineCollection({
  name: 'people',
  audit: 'note',
  schema: Renamed,
  keys: { fullName: { unique: true, of: (person) => [person.fullName] } },
  changes: [
    {
      id: '2026-11-01-a-name-is-full',
      change: ({ ['name']: name, ...person }) => ({ ...person, fullName: name }),
    },
    {
      id: '2026-11-02-names-are-loud',
      change: (person) => ({ ...person, fullName: `${person['fullName']}!` }),
    },
  ],
})
const asking = defineCollection({
  name: 'people',
  audit: 'note',
  schema: Renamed,
  changes: [
    ...renamed.changes,
    { id: '2026-11-03-names-ask', change: (person) => ({ ...person, fullName: `${person['fullName']}?` }) },
  ],
})

/** Opens the settings, runs the task and closes them. */
async function start<T>(folder: string, work: (settings: SettingsStore) => Promise<T>): Promise<T> {
  await using settings = openSqliteSettings({
    path: join(folder, SETTINGS_FILE),
    secretKey: Buffer.alloc(32, 7),
    clock: fixedClock('2026-03-01T09:00:00Z'),
    log: createLog('off'),
  })
  return await work(settings)
}

async function temporaryFolder(): Promise<{ readonly path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'logyard-layout-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

test('documents of an older version get new keys, encrypted secrets and each change once', async () => {
  await using folder = await temporaryFolder()
  const ada = { id: '1', name: 'Ada', pin: 'a very secret pin' }
  await start(folder.path, (settings) => settings.collection(first).insert(ada))

  await start(folder.path, async (settings) => {
    const people = settings.collection(withKeyAndSecret)
    expect(await people.findBy('name', 'Ada')).toEqual(ada)
  })
  expect(readFileSync(join(folder.path, SETTINGS_FILE), 'latin1')).not.toContain('"a very secret pin"')

  await start(folder.path, async (settings) => {
    const people = settings.collection(renamed)
    expect(await people.findBy('fullName', 'Ada!')).toEqual({ id: '1', fullName: 'Ada!', pin: 'a very secret pin' })
  })
  await start(folder.path, async (settings) => {
    expect(await settings.collection(asking).find('1')).toMatchObject({ fullName: 'Ada!?' })
  })
  const older = start(folder.path, async (settings) => settings.collection(first).count())
  await expect(older).rejects.toMatchObject({ code: 'collection-too-new' })
})

test('a new unique key that existing documents violate stops the start without changing anything', async () => {
  await using folder = await temporaryFolder()
  await start(folder.path, async (settings) => {
    const people = settings.collection(first)
    for (const id of ['1', '2']) await people.insert({ id, name: 'Ada', pin: '' })
  })
  const next = start(folder.path, async (settings) => settings.collection(withKeyAndSecret).count())
  await expect(next).rejects.toMatchObject({ name: 'UniqueTaken', key: 'name' })
  expect(await start(folder.path, (settings) => settings.collection(first).count())).toBe(2)
})
