/** All settings from the file to PostgreSQL and back, with the command. */
import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from 'typebox'
import { beforeAll, expect, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { openPostgresSettings } from '../platform/settings/postgres/postgres-settings.ts'
import { keyOfSecret } from '../platform/settings/secret-key.ts'
import { defineCollection, type SettingsStore } from '../platform/settings/settings-store.ts'
import { openSqliteSettings, SETTINGS_FILE } from '../platform/settings/sqlite-settings.ts'
import { type PostgresServer, startPostgres } from '../testing/postgres-server.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { backup, restore } from './backup-cli.ts'
import { settings as settingsCommand } from './settings-cli.ts'

const SECRET = 'the secret of both stores'
const ODD = 'nul \u0000 one \u0001 "quoted" \\ ä 漢 🙂'
const log = createLog('off')
const mailboxes = defineCollection({
  name: 'mailboxes',
  audit: { type: 'mailbox' },
  schema: Type.Object({ id: Type.String(), host: Type.String(), password: Type.String() }),
  keys: { host: { unique: true, of: ({ host }) => [host] } },
  secrets: ['password'],
})
const mailbox = (id: string, host: string) => ({ id, host, password: `sesame ${id}` })

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
  return () => server[Symbol.asyncDispose]()
})

const openFile = (folder: string): SettingsStore =>
  openSqliteSettings({ path: join(folder, SETTINGS_FILE), secretKey: keyOfSecret(SECRET), clock: systemClock, log })
const openDatabase = (url: string): Promise<SettingsStore> =>
  openPostgresSettings({
    address: { url, authorities: '' },
    secretKey: keyOfSecret(SECRET),
    log,
    onMissed: () => undefined,
  })

async function fill(settings: SettingsStore): Promise<void> {
  const collection = settings.collection(mailboxes)
  const hosts = [ODD, 'x'.repeat(5_000), ...Array.from({ length: 2_500 }, (_, number) => `host ${number}`)]
  await settings.commit(hosts.map((host, number) => collection.inserting(mailbox(`${number}`, host))))
  await collection.delete('3')
  const facts = { event: 'mailbox:create', actor: '', username: 'ada', outcome: 'done', entityType: 'mailbox' }
  const entry = { atMs: 7, facts: { ...facts, entityId: '1', title: ODD, address: '' }, body: JSON.stringify({ ODD }) }
  await settings.entryLog.write([{ entry }, { entry: { ...entry, chain: 'a' } }])
  await settings.entryLog.seal({ chain: 'a', lastSequence: 2, hash: 'of a' }, undefined)
}

/** Everything that a caller of a store can see. */
async function content({ entryLog, ...settings }: SettingsStore) {
  const collection = settings.collection(mailboxes)
  const all = await collection.list()
  const { commits, documents, documentBytes } = await settings.facts()
  return {
    all,
    byKeys: await Promise.all([ODD, 'x'.repeat(5_000)].map((host) => collection.findBy('host', host))),
    version: (await collection.findVersioned('0'))?.version,
    facts: { commits, documents, documentBytes },
    entries: await entryLog.readFrom(1, 9, 9),
    seals: await entryLog.sealsAfter(0, 9),
    bounds: await entryLog.bounds(),
  }
}

const move = (to: string, folder: string, url: string) =>
  settingsCommand(['move', '--to', to], {
    LOGYARD_DATA: folder,
    LOGYARD_POSTGRES_URL: url,
    LOGYARD_SECRET: SECRET,
  })

test('settings are the same after a move to PostgreSQL and back, and both stores go on', async () => {
  await using folder = await temporaryFolder()
  const { path } = folder
  const url = await server.createDatabase()
  const file = openFile(path)
  await fill(file)
  const before = await content(file)
  await file[Symbol.asyncDispose]()
  await move('postgresql', path, url)
  expect(existsSync(join(path, SETTINGS_FILE))).toBe(false)

  const database = await openDatabase(url)
  expect(await content(database)).toEqual(before)
  await expect(move('sqlite', path, url)).rejects.toMatchObject({ code: 'settings-in-use' })
  const taken = database.collection(mailboxes).insert(mailbox('new', 'x'.repeat(5_000)))
  await expect(taken).rejects.toMatchObject({ name: 'UniqueTaken' })
  await database.collection(mailboxes).insert(mailbox('new', 'new host'))
  const moved = await content(database)
  await database[Symbol.asyncDispose]()

  await move('sqlite', path, url)
  const again = openFile(path)
  expect(await content(again)).toEqual(moved)
  await again.collection(mailboxes).insert(mailbox('newer', 'newer host'))
  const facts = { event: 'x:y', actor: '', username: '', outcome: 'done', entityType: '', entityId: '', title: '' }
  await again.entryLog.write([{ entry: { atMs: 9, facts: { ...facts, address: '' }, body: '{}' } }])
  expect(await again.entryLog.bounds()).toMatchObject({ first: 1, last: 3 })
  await again[Symbol.asyncDispose]()
})

test('a target that is not empty and another secret are refused, and nothing is changed', async () => {
  await using folder = await temporaryFolder()
  const { path } = folder
  const url = await server.createDatabase()
  const file = openFile(path)
  await fill(file)
  await file[Symbol.asyncDispose]()
  const env = { LOGYARD_DATA: path, LOGYARD_POSTGRES_URL: url, LOGYARD_SECRET: 'quite another secret' }
  const another = settingsCommand(['move', '--to', 'postgresql'], env)
  await expect(another).rejects.toMatchObject({ code: 'secret-key-wrong' })
  await move('postgresql', path, url)
  await rename(join(path, `${SETTINGS_FILE}.moved`), join(path, SETTINGS_FILE))
  await expect(move('postgresql', path, url)).rejects.toMatchObject({ code: 'settings-not-empty' })
  await expect(move('sqlite', path, url)).rejects.toMatchObject({ code: 'settings-in-the-way' })
  await expect(settingsCommand(['move'], env)).rejects.toThrow('Usage')
})

test('a backup of the settings of one database can be restored into the other', async () => {
  await using from = await temporaryFolder()
  await using to = await temporaryFolder()
  const url = await server.createDatabase()
  const onPostgres = { LOGYARD_DATA: from.path, LOGYARD_POSTGRES_URL: url, LOGYARD_SECRET: SECRET }
  const file = openFile(from.path)
  await fill(file)
  const before = await content(file)
  await file[Symbol.asyncDispose]()
  const [first, second] = [join(from.path, 'first'), join(from.path, 'second')]
  await backup([first, '--settings-only'], { LOGYARD_DATA: from.path, LOGYARD_SECRET: SECRET })
  await restore([first], onPostgres)
  await expect(restore([first], onPostgres)).rejects.toMatchObject({ code: 'settings-not-empty' })
  await restore([first, '--force'], onPostgres)
  const database = await openDatabase(url)
  expect(await content(database)).toEqual(before)
  // While a node runs.
  await backup([second, '--settings-only'], onPostgres)
  await database[Symbol.asyncDispose]()
  await restore([second], { LOGYARD_DATA: to.path, LOGYARD_SECRET: SECRET })
  const again = openFile(to.path)
  expect(await content(again)).toEqual(before)
  await again[Symbol.asyncDispose]()
})
