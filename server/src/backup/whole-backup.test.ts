/** Backup and restore of a whole installation: the commands, on a server with messages. */
import { once } from 'node:events'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { RESTORE_MARK } from '../platform/data-folder.ts'
import { INPUT, type LaunchedInput, type Receiver, startReceiver } from '../senders/testing/receiver.ts'
import { connectToEngine } from '../testing/engine-owner.ts'
import { startObjectStore } from '../testing/object-store.ts'
import { startServer } from '../testing/server-process.ts'
import { areSettingsFiles } from '../testing/settings-of-folder.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { openPlace } from './backup-target.ts'
import { runCommand, startCommand } from './testing/run-command.ts'

beforeEach(({ skip }) => skip(!areSettingsFiles, 'it looks into settings.db'))

/** Servers and engines start more slowly while the machine is busy. */
const LIMIT_MS = 180_000
const OLD = 3000
const NEW = 200

const data = await temporaryFolder()
const backups = await temporaryFolder()
let receiver: Receiver
let input: LaunchedInput
let sent = 0

async function send(count: number): Promise<void> {
  const socket = connect(input.port, '127.0.0.1')
  for (const end = sent + count; sent < end; sent++) {
    const message = { version: '1.1', host: 'web', short_message: `number ${sent}`, _order: `A-${sent}` }
    socket.write(`${JSON.stringify(message)}\0`)
  }
  socket.end()
  await once(socket, 'close')
  await expect.poll(async () => (await receiver.numbers()).size, { timeout: LIMIT_MS }).toBe(sent)
}

const backUp = (place = backups.path, ...more: readonly string[]) =>
  runCommand('backup', [place, ...more], { dataFolder: data.path })

/** The names of all backups, complete or not. */
const namesIn = (folder: string) => readdirSync(folder).sort()

const sizeOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)

const isComplete = (folder: string, name: string) => existsSync(join(folder, name, 'manifest.json'))

/** How many messages a search finds. */
async function found({ call }: Pick<Receiver, 'call'>, query: string): Promise<unknown> {
  const answer = await call(`/search/universal/relative?range=0&limit=1&query=${encodeURIComponent(query)}`)
  return answer['total_results']
}

beforeAll(async () => {
  receiver = await startReceiver({ dataFolder: data.path })
}, LIMIT_MS)

afterAll(async () => {
  await receiver[Symbol.asyncDispose]()
  await data[Symbol.asyncDispose]()
  await backups[Symbol.asyncDispose]()
})

test(
  'a full and an incremental backup of a running server restore old and new messages, closed indices too',
  async () => {
    input = await receiver.launch(INPUT.gelfTcp)
    await send(OLD)
    const full = await backUp()
    expect(full).toMatchObject({ code: 0 })
    expect(full.output).toContain('3,000 messages in 1 index')
    const { index_sets } = await receiver.call('/system/indices/index_sets?stats=false')
    const set = (index_sets as { id: string; index_prefix: string }[]).find((one) => one.index_prefix === 'graylog')
    await receiver.call(`/cluster/deflector/${set?.id}/cycle`, { method: 'POST' }).catch(() => undefined)
    await send(NEW)
    const engine = await connectToEngine(data.path)
    await expect
      .poll(async () => {
        const answer = await engine.query({ query: 'SELECT DISTINCT `index` FROM messages', format: 'TabSeparated' })
        return (await answer.text()).split('\n')
      })
      .toContain('graylog_1')
    await engine.close()
    await receiver.call('/system/indexer/indices/graylog_0/close', { method: 'POST' }).catch(() => undefined)
    expect(await found(receiver, '*')).toBe(NEW)
    const more = await backUp()
    expect(more).toMatchObject({ code: 0 })
    const [fullName = '', moreName = ''] = namesIn(backups.path)
    expect(more.output).toContain(`A backup that builds on ${fullName} is complete: ${moreName}`)
    expect(more.output).toContain('3,200 messages in 2 indices, 1 of them closed')
    const [fullBytes, moreBytes] = [fullName, moreName].map((name) =>
      sizeOf(join(backups.path, name, 'messages', 'data')),
    )
    expect(moreBytes).toBeLessThan(Number(fullBytes) / 2)

    // As on another machine: with another path, and without the first one.
    await using elsewhere = await temporaryFolder()
    await using target = await temporaryFolder()
    cpSync(backups.path, join(elsewhere.path, 'moved'), { recursive: true })
    const restored = await runCommand('restore', [join(elsewhere.path, 'moved')], { dataFolder: target.path })
    expect(restored).toMatchObject({ code: 0 })
    expect(restored.output).toContain('graylog_0 (closed): 3,000 messages')
    expect(restored.output).toContain('graylog_1: 200 messages')
    for (const name of ['node-id', 'secret.key'])
      expect(readFileSync(join(target.path, name))).toEqual(readFileSync(join(data.path, name)))
    await receiver.call('/system/indexer/indices/graylog_0/reopen', { method: 'POST' }).catch(() => undefined)
    // The input of the restored settings needs its port.
    await receiver.server.end('SIGTERM')
    {
      await using other = await startReceiver({ dataFolder: target.path })
      await expect.poll(() => found(other, '*').catch(() => undefined), { timeout: LIMIT_MS }).toBe(NEW)
      expect(await found(other, `order:A-${OLD + 1}`)).toBe(1)
      await other.call('/system/indexer/indices/graylog_0/reopen', { method: 'POST' }).catch(() => undefined)
      await expect.poll(() => found(other, '*')).toBe(OLD + NEW)
      expect(await found(other, 'order:A-7')).toBe(1)
      expect(await other.numbers()).toEqual(new Map(Array.from({ length: OLD + NEW }, (_, number) => [number, 1])))
    }
    const again = await runCommand('restore', [backups.path], { dataFolder: target.path })
    expect(again).toMatchObject({ code: 1 })
    expect(again.output).toContain('has data already (settings.db, engine, journal)')
  },
  LIMIT_MS,
)

test(
  'an older backup is restored by its name; what it needs must be there',
  async () => {
    const [fullName = '', moreName = ''] = namesIn(backups.path)
    await using target = await temporaryFolder()
    const unknown = await runCommand('restore', [backups.path, '--backup', 'x'], { dataFolder: target.path })
    expect(unknown.output).toContain(`no complete backup x. Complete are ${fullName}, ${moreName}`)
    const older = await runCommand('restore', [backups.path, '--backup', fullName], { dataFolder: target.path })
    expect(older).toMatchObject({ code: 0 })
    expect(older.output).toContain('3,000 messages in 1 index.')
    await using cut = await temporaryFolder()
    await using empty = await temporaryFolder()
    cpSync(join(backups.path, moreName), join(cut.path, moreName), { recursive: true })
    const orphan = await runCommand('restore', [cut.path], { dataFolder: empty.path })
    expect(orphan).toMatchObject({ code: 1 })
    expect(orphan.output).toContain(`it needs ${fullName}, which is missing or incomplete`)
    expect(readdirSync(empty.path)).toEqual([])
  },
  LIMIT_MS,
)

test(
  'a backup without a running server starts the engine itself, and the folder is free again',
  async () => {
    const done = await backUp(backups.path, '--full')
    expect(done).toMatchObject({ code: 0 })
    expect(done.output).toMatch(/A full backup is complete: 000003-\S+-full in .* 3,200 messages/)
    expect(readdirSync(join(data.path, 'engine', 'backups'))).toEqual(['lock'])
    receiver = await startReceiver({ dataFolder: data.path })
    await expect.poll(() => found(receiver, '*').catch(() => undefined), { timeout: LIMIT_MS }).toBe(OLD + NEW)
  },
  LIMIT_MS,
)

test(
  'an index that is closed and reopened during backups is in each of them once',
  async () => {
    let isOver = false
    const change = async (action: string) => {
      await receiver.call(`/system/indexer/indices/graylog_0/${action}`, { method: 'POST' }).catch(() => undefined)
    }
    const changing = (async () => {
      while (!isOver) {
        await change('close')
        await change('reopen')
      }
    })()
    for (let count = 0; count < 2; count++) {
      const { output } = await backUp()
      expect(output).toMatch(/3,200 messages in 2 indices|Indices were closed, reopened or deleted/)
    }
    isOver = true
    await changing
    expect(await backUp()).toMatchObject({ code: 0 })
  },
  LIMIT_MS,
)

test(
  'a backup that was killed is incomplete, never a base, and removed by the next one',
  async () => {
    let before: readonly string[]
    let left: string
    // On a busy machine a backup may be complete before it is killed: then another one is begun.
    do {
      before = namesIn(backups.path)
      const killed = startCommand('backup', [backups.path], { dataFolder: data.path })
      await expect.poll(() => namesIn(backups.path).length, { interval: 1 }).toBe(before.length + 1)
      killed.child.kill('SIGKILL')
      await killed.ended
      left = namesIn(backups.path).at(-1) ?? ''
    } while (isComplete(backups.path, left))
    await using target = await temporaryFolder()
    const restored = await runCommand('restore', [backups.path], { dataFolder: target.path })
    expect(restored.output).toContain(`The backup ${before.at(-1)} of`)
    const next = await backUp()
    expect(next).toMatchObject({ code: 0 })
    expect(next.output).toContain(`The incomplete backup ${left} is removed`)
    expect(next.output).toContain(`builds on ${before.at(-1)}`)
    expect(existsSync(join(backups.path, left))).toBe(false)
  },
  LIMIT_MS,
)

const isRestored = (folder: string): boolean =>
  existsSync(join(folder, 'settings.db')) && !existsSync(join(folder, RESTORE_MARK))

test(
  'a restore that was killed keeps the server from starting, and can be repeated',
  async () => {
    await using folder = await temporaryFolder()
    let target = ''
    // On a busy machine a restore may be complete before it is killed: then another one is begun.
    do {
      target = mkdtempSync(join(folder.path, 'restored-'))
      const killed = startCommand('restore', [backups.path], { dataFolder: target })
      const store = join(target, 'restoring', 'engine', 'store')
      const isUnderWay = (into: string) => existsSync(store) || isRestored(into)
      await expect.poll(() => isUnderWay(target), { interval: 1, timeout: LIMIT_MS }).toBe(true)
      killed.child.kill('SIGKILL')
      await killed.ended
    } while (isRestored(target))
    const refused = await startServer({ dataFolder: target }).catch(String)
    expect(refused).toContain(`A restore into ${target} was interrupted: repeat it with the command restore`)
    const repeated = await runCommand('restore', [backups.path], { dataFolder: target })
    expect(repeated).toMatchObject({ code: 0 })
    expect(namesIn(target)).toEqual(['engine', 'lock', 'node-id', 'secret.key', 'settings.db'])
  },
  LIMIT_MS,
)

test.each([
  { what: 'messages', damage: largestFile, says: /parts, the first of them: .*Checksum/ },
  { what: 'the list of files', damage: (name: string) => join(name, 'messages', '.backup'), says: /was changed/ },
  { what: 'settings', damage: (name: string) => join(name, 'settings'), says: /was changed/ },
])(
  'damaged $what of a backup are reported, and nothing is changed',
  async ({ damage, says }) => {
    await using copy = await temporaryFolder()
    await using target = await temporaryFolder()
    cpSync(backups.path, copy.path, { recursive: true })
    const full = namesIn(copy.path).findLast((name) => name.endsWith('full')) ?? ''
    const file = damage(join(copy.path, full))
    const bytes = readFileSync(file)
    const middle = Math.floor(bytes.length / 2)
    bytes.writeUInt8(bytes.readUInt8(middle) ^ 0xff, middle)
    rmSync(file)
    writeFileSync(file, bytes)
    const refused = await runCommand('restore', [copy.path, '--backup', full], { dataFolder: target.path })
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.output).toContain(`The backup ${full} is damaged, and nothing was changed`)
    expect(refused.output).toMatch(says)
    expect(readdirSync(target.path)).toEqual(['lock'])
  },
  LIMIT_MS,
)

function largestFile(folder: string): string {
  const files = readdirSync(join(folder, 'messages'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.bin'))
    .map((entry) => join(entry.parentPath, entry.name))
  return files.sort((one, other) => statSync(other).size - statSync(one).size)[0] ?? ''
}

test('targets that cannot hold a backup are refused in a sentence', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'file')
  writeFileSync(file, 'x')
  const { signal } = new AbortController()
  const opening = (target: string, env = {}) =>
    openPlace(target, { dataFolder: data.path, env, clock: systemClock, signal })
  const keys = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' }
  await expect(opening(file)).rejects.toThrow('it is a file: name a folder, or add --settings-only')
  await expect(opening(join(data.path, 'backups'))).rejects.toThrow('it is in the data folder')
  await expect(opening('s3://bucket/prefix')).rejects.toThrow('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set')
  await expect(opening('https://me:hidden@store/bucket', keys)).rejects.toThrow(/^https:\/\/store\/bucket cannot hold/)
  await expect(opening('http://store.example.org/bucket', keys)).rejects.toThrow('use https')
  await expect(opening('https://store', keys)).rejects.toThrow('it names no bucket')
  const nowhere = await opening(join(folder.path, 'none', 'backups'))
  await expect(nowhere.prepare()).rejects.toThrow('the folder above it does not exist')
  const refused = await backUp(folder.path)
  expect(refused).toMatchObject({ code: 1 })
  expect(refused.output).toContain(`${folder.path} has other contents and no backups`)
})

test.runIf(process.getuid?.() === 0)('the data folder of another user is refused', async () => {
  await using folder = await temporaryFolder()
  const settings = join(folder.path, 'settings.db')
  writeFileSync(settings, 'x')
  chownSync(settings, 65_534, 65_534)
  const refused = await runCommand('backup', [backups.path], { dataFolder: folder.path })
  expect(refused).toMatchObject({ code: 1 })
  expect(refused.output).toContain('belongs to the user with the id 65534: run the command as that user')
  expect(readdirSync(folder.path)).toEqual(['settings.db'])
})

test(
  'only the settings are written to a file, and restored from it',
  async () => {
    await using folder = await temporaryFolder()
    const settings = join(folder.path, 'settings')
    expect(await backUp(settings, '--settings-only')).toMatchObject({ code: 0 })
    const target = join(folder.path, 'new')
    expect(await runCommand('restore', [settings], { dataFolder: target })).toMatchObject({ code: 0 })
    expect(namesIn(target)).toEqual(['lock', 'secret.key', 'settings.db'])
  },
  LIMIT_MS,
)

test(
  'an object store gets a full and an incremental backup, and keys appear nowhere',
  async () => {
    const keys = {
      AWS_ACCESS_KEY_ID: 'AKIDOFTHETEST',
      AWS_SECRET_ACCESS_KEY: 'a-secret-access-key',
      AWS_REGION: 'eu-1',
    }
    await using store = await startObjectStore({
      accessKey: keys.AWS_ACCESS_KEY_ID,
      secretKey: keys.AWS_SECRET_ACCESS_KEY,
    })
    const place = `${store.url}/bucket/some/prefix`
    const outputs: string[] = []
    const run = async (
      command: 'backup' | 'restore',
      dataFolder: string,
      env: Readonly<Record<string, string>> = keys,
    ) => {
      const result = await runCommand(command, [place], { dataFolder, env })
      outputs.push(result.output)
      return result
    }
    const refused = await run('backup', data.path, { ...keys, AWS_ACCESS_KEY_ID: 'ANOTHER' })
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.output).toContain(`${place} does not work: it answers with status 403 (AccessDenied)`)
    expect(await run('backup', data.path)).toMatchObject({ code: 0 })
    await send(NEW)
    const sizes = () => [...store.objects].filter(([key]) => key.includes('/piece-')).map(([, bytes]) => bytes.length)
    const more = await run('backup', data.path)
    expect(more).toMatchObject({ code: 0 })
    expect(more.output).toContain('builds on 000001-')
    const [fullBytes = 0, moreBytes = 0] = sizes()
    expect(moreBytes).toBeLessThan(fullBytes)
    await using target = await temporaryFolder()
    const restored = await run('restore', target.path)
    expect(restored).toMatchObject({ code: 0 })
    expect(restored.output).toContain(`${(OLD + 2 * NEW).toLocaleString('en')} messages in 2 indices`)
    expect(store.requests[0]).toMatch(/^GET \/bucket\?list-type=2&prefix=some%2Fprefix%2F AWS4-HMAC-SHA256 /)
    const [piece = ''] = [...store.objects.keys()].filter((key) => key.includes('/piece-'))
    store.change(piece)
    await using other = await temporaryFolder()
    expect((await run('restore', other.path)).output).toMatch(/is damaged, and nothing was changed: .* was changed/)
    expect(readdirSync(other.path)).toEqual(['lock'])
    const everything = [...outputs, ...store.requests, receiver.server.output()].join('\n')
    expect(everything).not.toContain(keys.AWS_SECRET_ACCESS_KEY)
    expect([...outputs, receiver.server.output()].join('\n')).not.toContain(keys.AWS_ACCESS_KEY_ID)
  },
  LIMIT_MS,
)
