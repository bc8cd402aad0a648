import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { ENGINES, type SettingsPlace, settingsEngines } from '../../testing/settings-engines.ts'
import { defineCollection, type SettingsStore } from './settings-store.ts'

const engines = settingsEngines()
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
async function start<T>(place: SettingsPlace, work: (settings: SettingsStore) => Promise<T>): Promise<T> {
  await using settings = await place.open()
  return await work(settings)
}

test.for(ENGINES)(
  'documents of an older version get new keys, encrypted secrets and each change once, on %s',
  async (engine) => {
    await using place = await engines.place(engine)
    const ada = { id: '1', name: 'Ada', pin: 'a very secret pin' }
    await start(place, (settings) => settings.collection(first).insert(ada))

    await start(place, async (settings) => {
      const people = settings.collection(withKeyAndSecret)
      expect(await people.findBy('name', 'Ada')).toEqual(ada)
    })
    expect(await place.content()).not.toContain('"a very secret pin"')

    await start(place, async (settings) => {
      const people = settings.collection(renamed)
      expect(await people.findBy('fullName', 'Ada!')).toEqual({ id: '1', fullName: 'Ada!', pin: 'a very secret pin' })
    })
    await start(place, async (settings) => {
      expect(await settings.collection(asking).find('1')).toMatchObject({ fullName: 'Ada!?' })
    })
    const older = start(place, async (settings) => settings.collection(first).count())
    await expect(older).rejects.toMatchObject({ code: 'collection-too-new' })
  },
)

test.for(ENGINES)(
  'a new unique key that existing documents violate stops the start without changing anything, on %s',
  async (engine) => {
    await using place = await engines.place(engine)
    await start(place, async (settings) => {
      const people = settings.collection(first)
      for (const id of ['1', '2']) await people.insert({ id, name: 'Ada', pin: '' })
    })
    const next = start(place, async (settings) => settings.collection(withKeyAndSecret).count())
    await expect(next).rejects.toMatchObject({ name: 'UniqueTaken', key: 'name' })
    expect(await start(place, (settings) => settings.collection(first).count())).toBe(2)
  },
)
