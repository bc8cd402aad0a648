import { parseListQuery } from '@logyard/languages/list-query/parse-list-query'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { ENGINES, settingsEngines } from '../../testing/settings-engines.ts'
import { defineCollection, type SettingsStore } from './settings-store.ts'

const Person = Type.Object({
  id: Type.String(),
  name: Type.String(),
  team: Type.Array(Type.String()),
  visits: Type.Integer(),
  pin: Type.Optional(Type.String()),
})
const people = defineCollection({
  name: 'people',
  audit: 'note',
  schema: Person,
  keys: {
    name: { unique: true, of: (person) => [person.name.toLowerCase()] },
    team: { unique: false, of: (person) => person.team },
  },
  secrets: ['pin'],
})
const engines = settingsEngines()
const person = (id: string, name: string, team: string[] = []) => ({ id, name, team, visits: 0 })

test.for(ENGINES)('a document is read as it was written, on %s', async (engine) => {
  await using store = await engines.temporary(engine)
  const collection = store.settings.collection(people)
  const ada = { ...person('1', 'Ada ∀ 🙂', ['x', 'y']), visits: 2 ** 40, pin: '0000' }
  await collection.insert(ada)
  expect(await collection.find('1')).toEqual(ada)
  expect(await collection.findBy('name', 'ada ∀ 🙂')).toEqual(ada)
  expect(await collection.listBy('team', 'y')).toEqual([ada])
  expect(await collection.find('2')).toBeUndefined()
})

test.for(ENGINES)(
  'two documents cannot have the same unique key, and a refused document is not stored, on %s',
  async (engine) => {
    await using store = await engines.temporary(engine)
    const collection = store.settings.collection(people)
    await collection.insert(person('1', 'Ada', ['a']))
    await expect(collection.insert(person('2', 'ADA', ['b']))).rejects.toMatchObject({
      name: 'UniqueTaken',
      key: 'name',
    })
    await expect(collection.insert(person('1', 'Bob'))).rejects.toMatchObject({ name: 'UniqueTaken', key: 'id' })
    expect(await collection.count()).toBe(1)
    expect(await collection.listBy('team', 'b')).toEqual([])
  },
)

test.for(ENGINES)('a commit is atomic, on %s', async (engine) => {
  await using store = await engines.temporary(engine)
  const collection = store.settings.collection(people)
  await collection.insert(person('1', 'Ada'))
  const writes = [collection.inserting(person('2', 'Bob')), collection.replacing(person('1', 'Eve'), 7)]
  await expect(store.settings.commit(writes)).rejects.toMatchObject({ code: 'write-conflict' })
  expect((await collection.list()).map(({ name }) => name)).toEqual(['Ada'])
})

test.for(ENGINES)('two hundred concurrent updates of one document are all applied, on %s', async (engine) => {
  await using store = await engines.temporary(engine)
  const collection = store.settings.collection(people)
  await collection.insert(person('1', 'Ada'))
  const visit = () => collection.update('1', (ada) => ({ ...ada, visits: ada.visits + 1 }))
  await Promise.all(Array.from({ length: 200 }, visit))
  expect((await collection.find('1'))?.visits).toBe(200)
})

test.for(ENGINES)('two documents can swap a unique name in one commit, on %s', async (engine) => {
  await using store = await engines.temporary(engine)
  const collection = store.settings.collection(people)
  await store.settings.commit([person('1', 'Ada'), person('2', 'Bob')].map(collection.inserting))
  await store.settings.commit([collection.replacing(person('1', 'Bob')), collection.replacing(person('2', 'Ada'))])
  expect((await collection.findBy('name', 'ada'))?.id).toBe('2')
})

test.for(ENGINES)('the keys of a large collection do not slow its writes down, on %s', async (engine) => {
  await using store = await engines.temporary(engine)
  const collection = store.settings.collection(people)
  const all = Array.from({ length: 10_000 }, (_, index) => person(String(index), `name ${index}`, ['a']))
  const inserted = performance.now()
  await store.settings.commit(all.map(collection.inserting))
  const replaced = performance.now()
  await store.settings.commit(all.map((one) => collection.replacing(one)))
  // A write that reads all keys makes the second commit 50 times as long as the first one.
  expect(performance.now() - replaced).toBeLessThan(10 * (replaced - inserted))
})

test.for(ENGINES)(
  'a document that was deleted and created again has another version than before, on %s',
  async (engine) => {
    await using store = await engines.temporary(engine)
    const collection = store.settings.collection(people)
    await collection.insert(person('1', 'Ada'))
    const read = await collection.findVersioned('1')
    await collection.delete('1')
    await collection.insert(person('1', 'Bob'))
    const late = store.settings.commit([collection.replacing(person('1', 'Ada'), read?.version)])
    await expect(late).rejects.toMatchObject({ code: 'write-conflict' })
  },
)

test.for(ENGINES)('of two concurrent deletions of a document, exactly one succeeds, on %s', async (engine) => {
  await using store = await engines.temporary(engine)
  const collection = store.settings.collection(people)
  await collection.insert(person('1', 'Ada'))
  const heard: (readonly string[])[] = []
  using _listening = store.settings.onChange('people', ({ ids }) => heard.push(ids))
  expect(await Promise.all([collection.delete('1'), collection.delete('1')])).toEqual([true, false])
  expect(heard).toEqual([['1']])
})

test.for(ENGINES)(
  'a document that violates the schema is not stored, and the error does not contain its secret, on %s',
  async (engine) => {
    await using store = await engines.temporary(engine)
    const collection = store.settings.collection(people)
    const wrong = { ...person('1', 'Ada'), visits: 0.5, pin: 'a very secret pin' }
    await expect(collection.insert(wrong)).rejects.toThrow('people cannot hold this document: /visits must be integer')
    expect(await collection.count()).toBe(0)
  },
)

test.for(ENGINES)('keys are updated with their document, on %s', async (engine) => {
  await using store = await engines.temporary(engine)
  const collection = store.settings.collection(people)
  await collection.insert(person('1', 'Ada', ['a', 'b']))
  await collection.update('1', (ada) => ({ ...ada, name: 'Eve', team: ['b', 'c'] }))
  expect(await collection.findBy('name', 'ada')).toBeUndefined()
  expect(await collection.countBy('team', 'a')).toBe(0)
  expect(await collection.countBy('team', 'c')).toBe(1)
  expect(await collection.delete('1')).toBe(true)
  expect(await collection.countBy('team', 'c')).toBe(0)
  await collection.insert(person('2', 'Eve'))
})

test.for(ENGINES)('a secret is not stored as it is, on %s', async (engine) => {
  await using store = await engines.temporary(engine)
  await store.settings.collection(people).insert({ ...person('1', 'Ada'), pin: 'a very secret pin' })
  const content = await store.place.content()
  expect(content).toContain('Ada')
  expect(content).not.toContain('a very secret pin')
})

test.for(ENGINES)(
  'a listener is called for every commit to its collection, even if another listener fails, on %s',
  async (engine) => {
    await using store = await engines.temporary(engine)
    const collection = store.settings.collection(people)
    const heard: (readonly string[])[] = []
    store.settings.onChange('people', () => {
      throw new Error('deaf')
    })
    store.settings.onChange('people', async () => {
      throw new Error('deaf, and told later')
    })
    const tries: (readonly string[])[] = []
    store.settings.onChange('people', async ({ ids }) => {
      tries.push(ids)
      if (tries.length === 1) throw new Error('the settings are unreachable')
    })
    const listening = store.settings.onChange('people', ({ ids }) => heard.push(ids))
    await store.settings.commit([collection.inserting(person('1', 'Ada')), collection.inserting(person('2', 'Bob'))])
    listening[Symbol.dispose]()
    // It would never hear of the change otherwise.
    await expect
      .poll(() => tries, { timeout: 5000 })
      .toEqual([
        ['1', '2'],
        ['1', '2'],
      ])
    await collection.delete('1')
    expect(heard).toEqual([['1', '2']])
  },
)

const names = async (settings: SettingsStore, text: string) => {
  const query = parseListQuery(text, { fields: ['name', 'id'], defaultField: 'name' })
  const request = { query, sort: 'name', order: 'asc', page: 1, perPage: 0 } as const
  return (await settings.collection(people).page(request)).rows.map((row) => row.name)
}

test.for(ENGINES)(
  'a page is sorted by raw value, and has the counts of matching and of all documents, on %s',
  async (engine) => {
    await using store = await engines.temporary(engine)
    const collection = store.settings.collection(people)
    for (const [id, name] of ['bob', 'Ada', 'eve', 'Zoe', 'ägypten'].entries())
      await collection.insert(person(`${id}`, name))
    const query = parseListQuery('e', { fields: ['name'], defaultField: 'name' })
    const page = await collection.page({ query, sort: 'name', order: 'asc', page: 1, perPage: 2 })
    expect({ ...page, rows: page.rows.map((row) => row.name) }).toEqual({
      rows: ['Zoe', 'eve'],
      total: 3,
      grandTotal: 5,
    })
  },
)

test.for(ENGINES)(
  'numbers are sorted and compared as numbers, lists are found by their items, on %s',
  async (engine) => {
    await using store = await engines.temporary(engine)
    const collection = store.settings.collection(people)
    for (const visits of [9, 10, 100])
      await collection.insert({ ...person(`${visits}`, `n${visits}`, ['team', `t${visits}`]), visits })
    const find = async (text: string) => {
      const query = parseListQuery(text, { fields: ['visits', 'team'], defaultField: 'team' })
      const page = await collection.page({ query, sort: 'visits', order: 'desc', page: 1, perPage: 0 })
      return page.rows.map((row) => row.visits)
    }
    expect(await find('')).toEqual([100, 10, 9])
    expect(await find('visits:>=10')).toEqual([100, 10])
    expect(await find('team:=t9')).toEqual([9])
    expect(await find('-team:t1')).toEqual([9])
  },
)

test.for(ENGINES)('a list cannot be sorted or filtered by a secret, on %s', async (engine) => {
  await using store = await engines.temporary(engine)
  const collection = store.settings.collection(people)
  const request = { query: { chunks: [] }, sort: 'pin', order: 'asc', page: 1, perPage: 0 } as const
  await expect(collection.page(request)).rejects.toThrow('people cannot be listed by the secret pin')
})

const filters = [
  { text: 'ÄGYP', finds: ['Ägypten'] },
  { text: 'name:=ada', finds: [] },
  { text: 'name:=Ada', finds: ['Ada'] },
  { text: 'name:ada,bob', finds: ['Ada', 'bob'] },
  { text: '-name:ada -bob', finds: ['Ägypten'] },
  { text: 'nofield:bob', finds: ['bob'] },
  { text: 'id:>=1', finds: ['bob', 'Ägypten'] },
  { text: 'a.a', finds: [] },
  { text: 'name:', finds: ['Ada', 'bob', 'Ägypten'] },
  { text: '%25', finds: [] },
  { text: '100%', finds: [] },
  { text: `' OR 1=1 --'`, finds: [] },
]
test.for(ENGINES.flatMap((engine) => filters.map((filter) => ({ engine, ...filter }))))(
  'the filter $text finds $finds, on $engine',
  async ({ engine, text, finds }) => {
    await using store = await engines.temporary(engine)
    const collection = store.settings.collection(people)
    for (const [id, name] of ['Ada', 'bob', 'Ägypten'].entries()) await collection.insert(person(`${id}`, name))
    expect(await names(store.settings, text)).toEqual(finds)
  },
)
