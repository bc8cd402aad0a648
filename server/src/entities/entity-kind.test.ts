import { holds, ownerDecides } from '@logyard/contract/http/operation'
import { type Static, Type } from 'typebox'
import { expect, test } from 'vitest'
import { LogyardError } from '../platform/errors.ts'
import { defineCollection, type SettingsStore } from '../platform/settings/settings-store.ts'
import { countingIds } from '../testing/counting-ids.ts'
import { temporarySettings } from '../testing/temporary-settings.ts'
import { text } from './codecs/scalar-codecs.ts'
import { shape } from './codecs/shape-codecs.ts'
import { deleteTogether } from './commit-prepared.ts'
import { entityKind } from './entity-kind.ts'
import { permissionsOf } from './pack-part.ts'

const Jar = Type.Object({ id: Type.String(), name: Type.String(), label: Type.String(), owner: Type.String() })
type Jar = Static<typeof Jar>
const jarCollection = defineCollection({
  name: 'jars',
  audit: 'note',
  schema: Jar,
  keys: { name: { unique: true, of: ({ name }) => [name] } },
})
const lidCollection = defineCollection({ name: 'lids', audit: 'note', schema: Type.Object({ id: Type.String() }) })

const refused = (code: string) => new LogyardError('invalid', code, code)

const permissions = permissionsOf({
  get: { access: holds('jars:read:<id>') },
  create: { access: holds('jars:create') },
  update: { access: ownerDecides('jars:edit:<body id>') },
  delete: { access: holds('jars:break:<id>') },
})

/** Jars have lids. Nobody deletes a full one. */
function jarKind(settings: SettingsStore) {
  const lids = settings.collection(lidCollection)
  const effects: string[] = []
  const reads: (Jar | undefined)[] = []
  const kind = entityKind<Jar, { name: string; label?: string }, string, { name: string; label: string }>(
    { settings, ids: countingIds() },
    {
      collection: jarCollection,
      titleOf: ({ name }) => name,
      sorted: (jars) => jars.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
      read({ name, label }, { id, before, by }) {
        reads.push(before)
        if (name === '') throw refused('jar-nameless')
        return { id, name, label: label ?? before?.label ?? '', owner: before?.owner ?? by }
      },
      async beside(change) {
        if (change.action === 'create') return [lids.inserting({ id: `lid of ${change.after.id}` })]
        return change.action === 'delete' ? [lids.deleting(`lid of ${change.before.id}`)] : []
      },
      async requireUnused({ label }) {
        if (label === 'full') throw refused('jar-full')
      },
      takeEffect: async ({ action }) => effects.push(action),
      notFound: (id) => new LogyardError('not-found', 'jar-not-found', id),
      taken: ({ name }) => refused(`jar-${name}-taken`),
      limit: { most: 3, error: (most) => refused(`jars-${most}`) },
      pack: {
        type: { name: 'jar', version: '1' },
        permissions,
        codec: shape({ name: text, label: text }),
        fieldsElsewhere: { owner: 'nowhere' },
        dataOf: ({ name, label }) => ({ name, label }),
        standsFor: (jar, { name }) => jar.name === name,
        draftOf: (data) => data,
        by: ({ caller }) => caller.username,
      },
    },
  )
  const lidIds = async () => (await lids.list()).map(({ id }) => id)
  return { kind, effects, reads, lidIds, store: settings.collection(jarCollection) }
}

test('objects are created, replaced and deleted with what belongs to them', async () => {
  await using temporary = await temporarySettings()
  const { kind, effects, lidIds } = jarKind(temporary.settings)
  const plum = await kind.create({ name: 'plum' }, 'ada')
  const fig = await kind.create({ name: 'fig', label: 'full' }, 'bob')
  expect(await kind.list()).toEqual([fig, plum])
  expect(await lidIds()).toEqual([`lid of ${plum.id}`, `lid of ${fig.id}`])
  const changed = await kind.replace(plum.id, ({ label }) => ({ name: 'prune', label: `${label}dry` }), 'eve')
  expect(changed).toEqual({ id: plum.id, name: 'prune', label: 'dry', owner: 'ada' })
  expect(await kind.get(plum.id)).toEqual(changed)
  expect(await kind.delete(plum.id)).toEqual(changed)
  await expect(kind.delete(fig.id)).rejects.toMatchObject({ code: 'jar-full' })
  expect(await kind.list()).toEqual([fig])
  expect(await lidIds()).toEqual([`lid of ${fig.id}`])
  expect(effects).toEqual(['create', 'create', 'replace', 'delete'])
})

test('a draft, a name or an id that is refused changes nothing', async () => {
  await using temporary = await temporarySettings()
  const { kind, effects, lidIds } = jarKind(temporary.settings)
  const plum = await kind.create({ name: 'plum' }, 'ada')
  const fig = await kind.create({ name: 'fig' }, 'ada')
  for (const [attempt, code] of [
    [() => kind.create({ name: '' }, 'ada'), 'jar-nameless'],
    [() => kind.create({ name: 'plum' }, 'ada'), 'jar-plum-taken'],
    [() => kind.replace(fig.id, () => ({ name: 'plum' }), 'ada'), 'jar-plum-taken'],
    [() => kind.replace('nothing', () => ({ name: 'x' }), 'ada'), 'jar-not-found'],
    [() => kind.get('nothing'), 'jar-not-found'],
    [() => kind.delete('nothing'), 'jar-not-found'],
    [() => kind.claim('nothing'), 'jar-not-found'],
  ] as const) {
    await expect(attempt()).rejects.toMatchObject({ code })
  }
  await kind.create({ name: 'quince' }, 'ada')
  await expect(kind.create({ name: 'pear' }, 'ada')).rejects.toMatchObject({ code: 'jars-3' })
  expect((await kind.list()).map(({ name }) => name)).toEqual(['fig', 'plum', 'quince'])
  expect((await kind.find(plum.id))?.owner).toBe('ada')
  expect([(await lidIds()).length, effects.length]).toEqual([3, 3])
})

test('a change is read again if another writer was first', async () => {
  await using temporary = await temporarySettings()
  const { kind, store, reads } = jarKind(temporary.settings)
  const { id } = await kind.create({ name: 'plum', label: 'a' }, 'ada')
  let isFirst = true
  const changed = await kind.replace(
    id,
    ({ label }) => {
      if (isFirst) void store.put({ id, name: 'plum', label: 'b', owner: 'bob' })
      isFirst = false
      return { name: 'plum', label: `${label}!` }
    },
    'eve',
  )
  expect(changed).toEqual({ id, name: 'plum', label: 'b!', owner: 'bob' })
  expect(reads.map((before) => before?.label)).toEqual([undefined, 'a', 'b'])
})

test('a rule that counts objects holds for changes at once if they run one by one', async () => {
  await using temporary = await temporarySettings()
  const store = temporary.settings.collection(jarCollection)
  const kind = entityKind<Jar, string>(
    { settings: temporary.settings, ids: countingIds() },
    {
      collection: jarCollection,
      titleOf: ({ name }) => name,
      isOneByOne: true,
      async read(name, { id }) {
        if ((await store.count()) > 0) throw refused('jars-one')
        return { id, name, label: '', owner: '' }
      },
      notFound: (id) => new LogyardError('not-found', 'jar-not-found', id),
    },
  )
  const attempts = await Promise.allSettled(['plum', 'fig', 'quince'].map((name) => kind.create(name)))
  expect(attempts.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
})

test('an object that the check of a deletion refuses stays', async () => {
  await using temporary = await temporarySettings()
  const { kind } = jarKind(temporary.settings)
  const plum = await kind.create({ name: 'plum' }, 'ada')
  const deletion = kind.delete(plum.id, ({ owner }) => {
    if (owner === 'ada') throw refused('jar-of-ada')
  })
  await expect(deletion).rejects.toMatchObject({ code: 'jar-of-ada' })
  expect(await kind.get(plum.id)).toEqual(plum)
})

test('prepared changes are stored together, or none of them', async () => {
  await using temporary = await temporarySettings()
  const { settings } = temporary
  const { kind, effects } = jarKind(settings)
  const plum = await kind.create({ name: 'plum' }, 'ada')
  const prepared = [await kind.prepareCreate({ name: 'fig' }, 'ada'), await kind.prepareDelete(plum.id)]
  expect(await kind.list()).toEqual([plum])
  await kind.replace(plum.id, () => ({ name: 'plum', label: 'new' }), 'bob')
  const writes = prepared.flatMap((one) => one.writes)
  await expect(settings.commit(writes)).rejects.toMatchObject({ code: 'write-conflict' })
  expect((await kind.list()).map(({ name }) => name)).toEqual(['plum'])
  expect(effects).toEqual(['create', 'replace'])
})

test('objects are deleted together, without those that are missing', async () => {
  await using temporary = await temporarySettings()
  const { settings } = temporary
  const { kind, effects, lidIds } = jarKind(settings)
  const { id } = await kind.create({ name: 'plum' }, 'ada')
  const full = await kind.create({ name: 'fig', label: 'full' }, 'ada')
  await expect(deleteTogether(settings, kind, [id, full.id])).rejects.toMatchObject({ code: 'jar-full' })
  await deleteTogether(settings, kind, [id, 'nothing', id])
  expect(await kind.list()).toEqual([full])
  expect([await lidIds(), effects]).toEqual([[`lid of ${full.id}`], ['create', 'create', 'delete']])
})

test('objects are deleted together although one of them changes meanwhile', async () => {
  await using temporary = await temporarySettings()
  const { settings } = temporary
  const { kind } = jarKind(settings)
  const { id } = await kind.create({ name: 'plum' }, 'ada')
  let isChanged = false
  const changing = {
    ...kind,
    async prepareDelete(one: string) {
      const prepared = await kind.prepareDelete(one)
      if (!isChanged) await kind.replace(one, () => ({ name: 'plum', label: 'new' }), 'bob')
      isChanged = true
      return prepared
    },
  }
  await deleteTogether(settings, changing, [id])
  expect(await kind.list()).toEqual([])
})

test('an object that is claimed cannot be deleted before the commit', async () => {
  await using temporary = await temporarySettings()
  const { settings } = temporary
  const { kind } = jarKind(settings)
  const { id } = await kind.create({ name: 'plum' }, 'ada')
  const claim = await kind.claim(id)
  await kind.delete(id)
  await expect(settings.commit([claim])).rejects.toMatchObject({ code: 'write-conflict' })
})

test('content packs find, read and know an object by its part for them', async () => {
  await using temporary = await temporarySettings()
  const { kind } = jarKind(temporary.settings)
  const { id } = await kind.create({ name: 'plum', label: 'a' }, 'ada')
  const data = { name: 'plum', label: 'a' }
  expect(await kind.pack?.list()).toEqual([{ id, title: 'plum' }])
  expect(await kind.pack?.export(id)).toEqual({ title: 'plum', data, shown: data })
  expect(await kind.pack?.export('nothing')).toBeUndefined()
  expect(await kind.pack?.findExisting?.({ name: 'plum', label: 'other' })).toEqual({ id, title: 'plum' })
  expect(await kind.pack?.findExisting?.({ name: 'fig', label: 'a' })).toBeUndefined()
  expect(permissions).toMatchObject({ create: 'jars:create', edit: 'jars:edit', delete: 'jars:break' })
  expect(permissions.read(id)).toEqual([`jars:read:${id}`])
  await expect(kind.pack?.requireRoom?.([1, 2, 3])).rejects.toMatchObject({ code: 'jars-3' })
})
