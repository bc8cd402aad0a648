import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { lockDataFolder } from '../platform/data-folder-lock.ts'
import { createLog } from '../platform/log.ts'
import { readSecretKey, SECRET_KEY_FILE } from '../platform/settings/secret-key.ts'
import { defineCollection } from '../platform/settings/settings-store.ts'
import { openSqliteSettings, SETTINGS_FILE } from '../platform/settings/sqlite-settings.ts'
import { openPairs, PAIRS_SECRET, pairs } from '../testing/write-settings.ts'
import { backupSettings } from './backup-settings.ts'
import { restoreSettings } from './restore-settings.ts'
import { runCommand } from './testing/run-command.ts'

const mailboxes = defineCollection({
  name: 'mailboxes',
  audit: 'note',
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

const request = (from: string, file: string) => ({ dataFolder: from, file, secret: '', clock: systemClock, log })
const restoring = (to: string, file: string) => ({
  dataFolder: to,
  file,
  force: false,
  secret: '',
  clock: systemClock,
  log,
})

test('a backup made while settings are written is complete, and its secrets decrypt on another machine', async () => {
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
  await restoreSettings(restoring(to.path, file))
  const key = await readFile(join(from.path, SECRET_KEY_FILE), 'utf8')
  expect(await readFile(join(to.path, SECRET_KEY_FILE), 'utf8')).toBe(key)
  expect(await readFile(join(to.path, SETTINGS_FILE), 'latin1')).not.toContain(key.trim())
  await using restored = open(to.path)
  const documents = await restored.collection(mailboxes).list()
  expect(documents.length).toBeGreaterThan(20)
  expect(documents.length % 2).toBe(0)
  expect(new Set(documents.map((document) => document.password))).toEqual(new Set(['sesame']))
})

test('a backup finishes even while another process writes continuously', async () => {
  await using from = await temporaryFolder()
  await using to = await temporaryFolder()
  const program = join(import.meta.dirname, '..', 'testing', 'write-settings.ts')
  const writer = spawn(process.execPath, [program, from.path, '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(writer, 'exit')
  let acknowledged = 0
  const lines = createInterface({ input: writer.stdout }).on('line', (line) => {
    acknowledged = Number(line)
  })
  try {
    await expect.poll(() => acknowledged).toBeGreaterThan(1000)
    const atStart = acknowledged
    const file = join(to.path, 'backup')
    await backupSettings({ ...request(from.path, file), secret: PAIRS_SECRET })
    await once(lines, 'line') // the writer is not blocked
    await restoreSettings({ ...restoring(to.path, file), secret: PAIRS_SECRET })
    await using restored = openPairs(to.path)
    const sides = Map.groupBy(await restored.collection(pairs).list(), ({ number }) => number)
    expect(sides.size).toBeGreaterThan(atStart)
    expect([...sides.values()].filter((pair) => pair.length !== 2)).toEqual([])
  } finally {
    writer.kill('SIGKILL')
    await ended
  }
})

test('with LOGYARD_SECRET a backup contains no key, and can be restored only with the same secret', async () => {
  await using from = await temporaryFolder()
  await using to = await temporaryFolder()
  const file = join(from.path, 'backup')
  {
    await using settings = open(from.path, 'a secret of my own')
    await settings.collection(mailboxes).insert({ id: '1', host: 'mail', password: 'sesame' })
  }
  const secret = 'a secret of my own'
  const withOther = backupSettings({ ...request(from.path, file), secret: 'some other secret' })
  await expect(withOther).rejects.toMatchObject({ code: 'secret-key-wrong' })
  await expect(backupSettings(request(from.path, file))).rejects.toMatchObject({ code: 'secret-key-missing' })
  await backupSettings({ ...request(from.path, file), secret })
  const toRestore = restoring(to.path, file)
  await expect(restoreSettings(toRestore)).rejects.toThrow('it has no key: set the LOGYARD_SECRET')
  const underOther = restoreSettings({ ...toRestore, secret: 'some other secret' })
  await expect(underOther).rejects.toMatchObject({ code: 'secret-key-wrong' })
  expect(await restoreSettings({ ...toRestore, secret })).toMatchObject({ secretKey: null })
  expect(() => open(to.path, 'some other secret')).toThrow(expect.objectContaining({ code: 'secret-key-wrong' }))
  await using settings = open(to.path, secret)
  expect(await settings.collection(mailboxes).find('1')).toMatchObject({ password: 'sesame' })
})

test('existing settings are replaced only with --force', async () => {
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
  await expect(restoreSettings(restoring(to.path, file))).rejects.toMatchObject({ code: 'settings-in-the-way' })
  await restoreSettings({ ...restoring(to.path, file), force: true })
  await using settings = open(to.path)
  expect(await settings.collection(mailboxes).find('1')).toMatchObject({ host: 'old' })
})

test('a folder in use, a damaged file and a file of another kind are refused without changing anything', async () => {
  await using from = await temporaryFolder()
  await using to = await temporaryFolder()
  const file = join(from.path, 'backup')
  {
    await using settings = open(from.path)
    await settings.collection(mailboxes).insert({ id: '1', host: 'mail', password: 'x' })
  }
  await backupSettings(request(from.path, file))
  {
    using _ = lockDataFolder(to.path)
    await expect(restoreSettings(restoring(to.path, file))).rejects.toMatchObject({ code: 'data-folder-in-use' })
  }
  const bytes = await readFile(file)
  await writeFile(file, bytes.subarray(0, bytes.length / 2))
  await expect(restoreSettings(restoring(to.path, file))).rejects.toMatchObject({ code: 'not-a-backup' })
  await writeFile(file, 'not gzip at all')
  await expect(restoreSettings(restoring(to.path, file))).rejects.toMatchObject({ code: 'not-a-backup' })
  await expect(stat(join(to.path, SETTINGS_FILE))).rejects.toMatchObject({ code: 'ENOENT' })
})

test('a folder without settings cannot be backed up', async () => {
  await using from = await temporaryFolder()
  const backingUp = backupSettings(request(from.path, join(from.path, 'backup')))
  await expect(backingUp).rejects.toMatchObject({ code: 'nothing-to-back-up' })
})

test.each(['left by a killed server', 'damaged'])('settings %s are replaced with --force', async (state) => {
  await using from = await temporaryFolder()
  await using to = await temporaryFolder()
  await using running = await temporaryFolder()
  const file = join(from.path, 'backup')
  {
    await using settings = open(from.path)
    await settings.collection(mailboxes).insert({ id: '1', host: 'old', password: 'x' })
  }
  await backupSettings(request(from.path, file))
  {
    await using settings = open(running.path)
    await settings.collection(mailboxes).insert({ id: '2', host: 'new', password: 'x' })
    // A killed process leaves all its writes in the write-ahead log.
    await cp(running.path, to.path, { recursive: true })
  }
  if (state === 'damaged') await writeFile(join(to.path, SETTINGS_FILE), 'not a database'.repeat(1000))
  await restoreSettings({ ...restoring(to.path, file), force: true })
  await using settings = open(to.path)
  expect(await settings.collection(mailboxes).list()).toMatchObject([{ host: 'old' }])
})

test('messages of a ClickHouse server or cluster are refused before anything is written, settings are not', async () => {
  await using from = await temporaryFolder()
  await using to = await temporaryFolder()
  await using settings = open(from.path)
  await settings.collection(mailboxes).insert({ id: 'm', host: 'mail', password: 'secret' })
  const server = { LOGYARD_CLICKHOUSE_URL: 'https://logyard:hidden@ch-1.example.org:8443/logs' }
  const cluster = { ...server, LOGYARD_CLICKHOUSE_CLUSTER: 'logs' }
  const run = (command: 'backup' | 'restore', env: Readonly<Record<string, string>>, ...args: readonly string[]) =>
    runCommand(command, args, { dataFolder: from.path, env })
  const target = join(to.path, 'backups')
  const [one, all, restored, alone] = await Promise.all([
    run('backup', server, target),
    run('backup', cluster, target),
    run('restore', cluster, target),
    run('backup', cluster, join(to.path, 'settings'), '--settings-only'),
  ])
  for (const { code, output } of [one, all, restored]) {
    expect(code).toBe(1)
    expect(output).not.toContain('hidden')
  }
  expect(one.output).toContain(
    'on the ClickHouse server of LOGYARD_CLICKHOUSE_URL: back them up and restore them there.',
  )
  for (const { output } of [all, restored])
    expect(output).toContain(
      'the ClickHouse cluster logs: back them up and restore them there, on a replica of each shard',
    )
  for (const { output } of [one, all, restored]) expect(output).toContain('backup FILE --settings-only')
  expect(alone).toMatchObject({ code: 0 })
  expect(await readdir(to.path)).toEqual(['settings'])
})
