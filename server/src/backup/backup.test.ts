import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { lockDataFolder } from '../platform/data-folder-lock.ts'
import { createLog } from '../platform/log.ts'
import { readSecretKey } from '../platform/settings/secret-key.ts'
import { defineCollection } from '../platform/settings/settings-store.ts'
import { openSqliteSettings, SETTINGS_FILE } from '../platform/settings/sqlite-settings.ts'
import { backupSettings } from './backup-settings.ts'
import { restoreSettings } from './restore-settings.ts'

const mailboxes = defineCollection({
  name: 'mailboxes',
  schema: Type.Object({ id: Type.String(), host: Type.String(), password: Type.String() }),
  secrets: ['password'],
})
const log = createLog('fatal')

async function temporaryFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'logyard-backup-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

const open = (folder: string, secret = '') =>
  openSqliteSettings({
    path: join(folder, SETTINGS_FILE),
    secretKey: readSecretKey(folder, secret, log),
    clock: systemClock,
    log,
  })

const request = (from: string, file: string) => ({ dataFolder: from, file, hasOwnSecret: false, clock: systemClock })

test('a backup taken while settings are written is whole, and its secrets open on another machine', async () => {
  await using from = await temporaryFolder()
  await using to = await temporaryFolder()
  const file = join(from.path, 'backup')
  {
    await using settings = open(from.path)
    const source = settings.collection(mailboxes)
    let isWriting = true
    const writing = (async () => {
      for (let count = 0; isWriting; count++) {
        const pair = [`${count}-a`, `${count}-b`].map((id) =>
          source.inserting({ id, host: 'mail', password: 'sesame' }),
        )
        await settings.commit(pair)
        await new Promise(setImmediate)
      }
    })()
    await expect.poll(() => source.count()).toBeGreaterThan(20)
    await backupSettings(request(from.path, file))
    isWriting = false
    await writing
  }
  expect((await stat(file)).mode & 0o077).toBe(0)
  await restoreSettings({ dataFolder: to.path, file, force: false })
  await using restored = open(to.path)
  const documents = await restored.collection(mailboxes).list()
  expect(documents.length).toBeGreaterThan(20)
  expect(documents.length % 2).toBe(0)
  expect(new Set(documents.map((document) => document.password))).toEqual(new Set(['sesame']))
})

test('with LOGYARD_SECRET the backup holds no key, and opens with the same secret only', async () => {
  await using from = await temporaryFolder()
  await using to = await temporaryFolder()
  const file = join(from.path, 'backup')
  {
    await using settings = open(from.path, 'a secret of my own')
    await settings.collection(mailboxes).insert({ id: '1', host: 'mail', password: 'sesame' })
  }
  await backupSettings({ ...request(from.path, file), hasOwnSecret: true })
  expect(await restoreSettings({ dataFolder: to.path, file, force: false })).toMatchObject({ secretKey: null })
  expect(() => open(to.path, 'some other secret')).toThrow(expect.objectContaining({ code: 'secret-key-wrong' }))
  await using settings = open(to.path, 'a secret of my own')
  expect(await settings.collection(mailboxes).find('1')).toMatchObject({ password: 'sesame' })
})

test('settings that are there are replaced only by force', async () => {
  await using from = await temporaryFolder()
  await using to = await temporaryFolder()
  const file = join(from.path, 'backup')
  for (const [folder, host] of [
    [from.path, 'old'],
    [to.path, 'new'],
  ] as const) {
    await using settings = open(folder)
    await settings.collection(mailboxes).insert({ id: '1', host, password: 'x' })
  }
  await backupSettings(request(from.path, file))
  const restoring = { dataFolder: to.path, file, force: false }
  await expect(restoreSettings(restoring)).rejects.toMatchObject({ code: 'settings-in-the-way' })
  await restoreSettings({ ...restoring, force: true })
  await using settings = open(to.path)
  expect(await settings.collection(mailboxes).find('1')).toMatchObject({ host: 'old' })
})

test('a folder in use, a damaged file and a file of another kind are refused, and nothing is touched', async () => {
  await using from = await temporaryFolder()
  await using to = await temporaryFolder()
  const file = join(from.path, 'backup')
  {
    await using settings = open(from.path)
    await settings.collection(mailboxes).insert({ id: '1', host: 'mail', password: 'x' })
  }
  await backupSettings(request(from.path, file))
  const restoring = { dataFolder: to.path, file, force: false }
  {
    using _ = lockDataFolder(to.path)
    await expect(restoreSettings(restoring)).rejects.toMatchObject({ code: 'data-folder-in-use' })
  }
  const bytes = await readFile(file)
  await writeFile(file, bytes.subarray(0, bytes.length / 2))
  await expect(restoreSettings(restoring)).rejects.toMatchObject({ code: 'not-a-backup' })
  await writeFile(file, 'not gzip at all')
  await expect(restoreSettings(restoring)).rejects.toMatchObject({ code: 'not-a-backup' })
  await expect(stat(join(to.path, SETTINGS_FILE))).rejects.toMatchObject({ code: 'ENOENT' })
})

test('a folder without settings cannot be backed up', async () => {
  await using from = await temporaryFolder()
  const backingUp = backupSettings(request(from.path, join(from.path, 'backup')))
  await expect(backingUp).rejects.toMatchObject({ code: 'nothing-to-back-up' })
})
