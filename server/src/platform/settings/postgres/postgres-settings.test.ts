/** What only PostgreSQL has: several nodes, and a server that can go away. */
import { writeFile } from 'node:fs/promises'
import { createConnection, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { beforeAll, expect, test } from 'vitest'
import { testCertificates } from '../../../ingest/inputs/testing/certificates.ts'
import { freePort } from '../../../testing/free-port.ts'
import { type PostgresServer, startPostgres } from '../../../testing/postgres-server.ts'
import { rounds } from '../../../testing/rounds.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { createLog } from '../../log.ts'
import { createReplica } from '../replica.ts'
import { defineCollection, type SettingsStore } from '../settings-store.ts'
import { openPostgresSettings, type PostgresSettingsDeps } from './postgres-settings.ts'

const Pot = Type.Object({ id: Type.String(), name: Type.String(), count: Type.Optional(Type.Integer()) })
const pots = defineCollection({
  name: 'pots',
  audit: 'note',
  schema: Pot,
  keys: { name: { unique: true, of: ({ name }) => [name] } },
})

const KILLS = rounds(2, 20)

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
  return () => server[Symbol.asyncDispose]()
})

const openNode = (url: string, options: Partial<PostgresSettingsDeps> = {}): Promise<SettingsStore> =>
  openPostgresSettings({
    address: { url, authorities: '' },
    secretKey: Buffer.alloc(32, 7),
    log: createLog('off'),
    onMissed: () => undefined,
    ...options,
  })

test('each node hears of each commit of each node once, in the same order', async () => {
  const url = await server.createDatabase()
  await using first = await openNode(url)
  await using second = await openNode(url)
  const heard = [first, second].map((node) => {
    const ids: string[] = []
    node.onChange('pots', (change) => ids.push(...change.ids))
    return ids
  })
  const write = async (node: SettingsStore, name: string) => {
    const collection = node.collection(pots)
    for (let number = 0; number < 40; number += 1)
      await collection.insert({ id: `${name}-${number}`, name: `${name}-${number}` })
  }
  await Promise.all([write(first, 'a'), write(second, 'b'), write(first, 'c')])
  await Promise.all([first.caughtUp(), second.caughtUp()])
  expect(heard[0]).toHaveLength(120)
  expect(new Set(heard[0]).size).toBe(120)
  expect(heard[1]).toEqual(heard[0])
})

test('a turn is one task at a time on all nodes, also after a node died in its turn', async () => {
  const url = await server.createDatabase()
  await using first = await openNode(url)
  await using second = await openNode(url)
  let inside = 0
  let most = 0
  const count = { id: 'count', name: 'count', count: 0 }
  await first.collection(pots).insert(count)
  const add = (node: SettingsStore) =>
    node.turns('pots')(async () => {
      inside += 1
      most = Math.max(most, inside)
      const before = await node.collection(pots).find('count')
      await sleep(2)
      await node.collection(pots).put({ ...count, count: (before?.count ?? 0) + 1 })
      inside -= 1
    })
  await Promise.all(Array.from({ length: 20 }, (_, at) => add(at % 2 === 0 ? first : second)))
  expect(most).toBe(1)
  expect(await second.collection(pots).find('count')).toMatchObject({ count: 20 })

  const dying = await openNode(url)
  const began = Promise.withResolvers<void>()
  void dying.turns('pots')(() => {
    began.resolve()
    return new Promise(() => undefined)
  })
  await began.promise
  await server.execute(url, `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'`)
  await add(first)
  await dying[Symbol.asyncDispose]()
  expect(first.keyFor('a purpose')).toEqual(second.keyFor('a purpose'))
})

test('what one node wrote, the next one reads at once, also from its memory', async () => {
  const url = await server.createDatabase()
  await using first = await openNode(url)
  await using second = await openNode(url)
  using replica = createReplica(second, pots)
  await replica.fresh()
  const collection = first.collection(pots)
  await collection.insert({ id: '1', name: 'pot' })
  for (let count = 1; count <= 50; count += 1) {
    await collection.put({ id: '1', name: 'pot', count })
    await Promise.all([replica.fresh(), replica.fresh()])
    expect(replica.find('1')?.count).toBe(count)
  }
  for (let count = 51; count <= 60; count += 1) {
    await collection.put({ id: '1', name: 'pot', count })
    const seen = await second.inCall(async () => {
      await replica.fresh()
      await second.collection(pots).put({ id: '2', name: 'own', count })
      await replica.fresh()
      return [replica.find('1')?.count, replica.find('2')?.count]
    })
    expect(seen).toEqual([count, count])
  }
  for (const id of ['1', '2']) await collection.delete(id)
  await replica.fresh()
  expect(replica.list()).toEqual([])
})

test('while PostgreSQL is gone calls fail soon and say why; after it is back nothing is missing', async () => {
  await using own = await startPostgres()
  const url = await own.createDatabase()
  await using first = await openNode(url)
  await using second = await openNode(url)
  const heard: string[] = []
  second.onChange('pots', ({ ids }) => heard.push(...ids))
  await first.collection(pots).insert({ id: '1', name: 'one' })
  await second.caughtUp()
  await own.kill()
  const started = performance.now()
  const failures = [
    first.collection(pots).list(),
    second.caughtUp(),
    second.collection(pots).insert({ id: 'x', name: 'x' }),
  ]
  for (const failure of await Promise.allSettled(failures)) {
    expect(failure).toMatchObject({ reason: { kind: 'unavailable', code: 'settings-unreachable' } })
  }
  expect(performance.now() - started).toBeLessThan(9_000)
  const again = performance.now()
  await expect(first.collection(pots).list()).rejects.toMatchObject({ code: 'settings-unreachable' })
  expect(performance.now() - again).toBeLessThan(500)
  await own.start()
  await expect
    .poll(() =>
      first
        .collection(pots)
        .count()
        .catch(() => -1),
    )
    .toBe(1)
  await first.collection(pots).insert({ id: '2', name: 'two' })
  await expect.poll(() => heard.at(-1)).toBe('2')
  expect(heard).toEqual(['1', '2'])
})

test('a server that hangs is as good as gone, and a short pause is not noticed', async () => {
  await using own = await startPostgres()
  await using node = await openNode(await own.createDatabase())
  const collection = node.collection(pots)
  await collection.insert({ id: '1', name: 'one' })
  await own.signal('SIGSTOP')
  const inserting = collection.insert({ id: '2', name: 'two' })
  await sleep(1_000)
  await own.signal('SIGCONT')
  await inserting
  await own.signal('SIGSTOP')
  const started = performance.now()
  await expect(collection.list()).rejects.toMatchObject({ code: 'settings-unreachable' })
  expect(performance.now() - started).toBeLessThan(12_000)
  await own.signal('SIGCONT')
  await expect.poll(() => collection.count().catch(() => -1)).toBe(2)
})

/** Forwards to the server; `onAnswer` sees what comes back and may cut the connection instead. */
async function startProxy(port: number, onAnswer: (answer: Buffer) => 'cut' | 'forward') {
  const sockets = new Set<Socket>()
  const proxy = createServer((incoming) => {
    const outgoing = createConnection(port, '127.0.0.1')
    for (const socket of [incoming, outgoing]) sockets.add(socket.on('error', () => undefined))
    incoming.on('data', (data) => outgoing.write(data)).on('close', () => outgoing.destroy())
    outgoing.on('close', () => incoming.destroy())
    outgoing.on('data', (chunk) => {
      const answer = Buffer.from(chunk)
      if (onAnswer(answer) === 'forward') incoming.write(answer)
      else incoming.destroy()
    })
  })
  const own = await freePort()
  proxy.listen(own, '127.0.0.1')
  return {
    port: own,
    [Symbol.dispose]() {
      proxy.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

test('a commit whose answer is lost is neither lost nor made twice', async () => {
  const url = await server.createDatabase()
  let cuts = 0
  let isCutting = false
  using proxy = await startProxy(server.port, (answer) => {
    if (!isCutting || (!answer.includes('o_version') && !answer.includes('{pots'))) return 'forward'
    isCutting = false
    cuts += 1
    return 'cut'
  })
  await using node = await openNode(url.replace(`:${server.port}/`, `:${proxy.port}/`))
  const collection = node.collection(pots)
  const heard: string[] = []
  node.onChange('pots', ({ ids }) => heard.push(...ids))
  await collection.insert({ id: '1', name: 'one', count: 0 })
  for (let round = 0; round < 10; round += 1) {
    isCutting = true
    await collection.update('1', (pot) => ({ ...pot, count: (pot.count ?? 0) + 1 }))
  }
  expect(cuts).toBe(10)
  expect(await collection.find('1')).toMatchObject({ count: 10 })
  await node.caughtUp()
  expect(heard).toHaveLength(11)
  expect((await node.facts()).commits).toBe(11)
})

test('a node that cannot know what it missed says so', async () => {
  const url = await server.createDatabase()
  let missed = 0
  let isCut = false
  using proxy = await startProxy(server.port, () => (isCut ? 'cut' : 'forward'))
  await using node = await openNode(url.replace(`:${server.port}/`, `:${proxy.port}/`), {
    onMissed: () => {
      missed += 1
    },
  })
  await using other = await openNode(url)
  isCut = true
  await expect(node.caughtUp()).rejects.toMatchObject({ code: 'settings-unreachable' })
  for (const id of ['1', '2', '3']) await other.collection(pots).insert({ id, name: id })
  await server.execute(url, 'DELETE FROM change WHERE version < 3')
  isCut = false
  await expect.poll(() => missed).toBeGreaterThan(0)
})

test('another key, a newer schema and a wrong password are refused', async () => {
  const url = await server.createDatabase()
  const wrong = { address: { url: url.replace(server.password, 'wrong'), authorities: '' }, waitMs: 0 }
  await expect(openNode(url, wrong)).rejects.toThrow('password authentication failed')
  await using _node = await openNode(url)
  await expect(openNode(url, { secretKey: Buffer.alloc(32, 8) })).rejects.toMatchObject({ code: 'secret-key-wrong' })
  await server.execute(url, 'INSERT INTO migration (number) VALUES (999)')
  await expect(openNode(url)).rejects.toMatchObject({ code: 'settings-too-new' })
})

test('nodes that start at once create the tables once', async () => {
  const url = await server.createDatabase()
  const nodes = await Promise.all([openNode(url), openNode(url), openNode(url)])
  await Promise.all(nodes.map((node, index) => node.collection(pots).insert({ id: `${index}`, name: `${index}` })))
  expect(await nodes[0]?.collection(pots).count()).toBe(3)
  for (const node of nodes) await node[Symbol.asyncDispose]()
})

test('a node of the version before works beside a newer one, whose new key finds what the older one wrote', async () => {
  const url = await server.createDatabase()
  const Glazed = Type.Object({ ...Pot.properties, glaze: Type.Optional(Type.String()) })
  const name = { unique: true, of: (pot: { readonly name: string }) => [pot.name] }
  const initial = { unique: false, of: (pot: { readonly name: string }) => [pot.name.slice(0, 1)] }
  const newer = defineCollection({ name: 'pots', audit: 'note', schema: Glazed, keys: { name, initial } })
  await using old = await openNode(url)
  await old.collection(pots).insert({ id: '1', name: 'ant' })
  await using young = await openNode(url)
  const collection = young.collection(newer)
  expect(await collection.countBy('initial', 'a')).toBe(1)
  await collection.insert({ id: '2', name: 'ape', glaze: 'blue' })
  await old.collection(pots).update('2', (pot) => ({ ...pot, name: 'bee' }))
  await old.collection(pots).insert({ id: '3', name: 'bat' })
  expect((await collection.listBy('initial', 'b')).map(({ id }) => id)).toEqual(['2', '3'])
  expect(await collection.find('2')).toMatchObject({ glaze: 'blue' })
  expect(await old.collection(pots).findBy('name', 'bee')).toMatchObject({ id: '2' })
  const changes = [{ id: '2026-11-01-shaped', change: (pot: Readonly<Record<string, unknown>>) => pot }]
  const shaped = defineCollection({ name: 'pots', audit: 'note', schema: Pot, keys: { name }, changes })
  await using shaping = await openNode(url)
  expect(await shaping.collection(shaped).count()).toBe(3)
  await expect(old.collection(pots).list()).rejects.toMatchObject({ code: 'collection-too-new' })
  await expect(old.collection(pots).insert({ id: '4', name: 'cat' })).rejects.toMatchObject({
    code: 'collection-too-new',
  })
})

test(`every acknowledged commit is there once, whole and told, after ${KILLS} kills of the server`, {
  timeout: 60_000 * KILLS,
}, async () => {
  await using own = await startPostgres({ fsync: true })
  const url = await own.createDatabase()
  await using first = await openNode(url)
  await using second = await openNode(url)
  const heard = new Set<string>()
  second.onChange('pots', ({ ids }) => {
    for (const id of ids) heard.add(id)
  })
  const acknowledged: string[] = []
  let isWriting = true
  const write = async (node: SettingsStore, name: string) => {
    const collection = node.collection(pots)
    for (let number = 0; isWriting; number += 1) {
      const ids = ['left', 'right'].map((side) => `${name}-${number}-${side}`)
      try {
        await node.commit(ids.map((id) => collection.inserting({ id, name: id })))
        acknowledged.push(...ids)
      } catch (error) {
        // Anything else, such as a value that is taken by the commit itself, would mean that it was made twice.
        expect(error).toMatchObject({ code: 'settings-unreachable' })
        await sleep(100)
      }
    }
  }
  const writing = Promise.all([write(first, 'a'), write(first, 'b'), write(second, 'c')])
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = acknowledged.length
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 50)
    await own.kill()
    await sleep(kill % 2 === 0 ? 0 : 5_000)
    await own.start()
  }
  const before = acknowledged.length
  await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 50)
  isWriting = false
  await writing
  const stored = new Set((await first.collection(pots).list()).map(({ id }) => id))
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
  expect(
    [...stored].filter(
      (id) => !stored.has(id.endsWith('left') ? id.replace('left', 'right') : id.replace('right', 'left')),
    ),
  ).toEqual([])
  await second.caughtUp()
  expect([...stored].filter((id) => !heard.has(id))).toEqual([])
})

test('a certificate is checked with the own authority, and so is the name in it', async () => {
  await using folder = await temporaryFolder()
  const { server: certificate, stranger: other, files } = await testCertificates(folder.path)
  await using own = await startPostgres({ tls: certificate, settings: { listen_addresses: '127.0.0.1,127.0.0.2' } })
  const url = await own.createDatabase()
  const { authority } = files
  const stranger = join(folder.path, 'stranger.pem')
  await writeFile(stranger, other.certificate)
  const open = (authorities: string, address = url) =>
    openNode(url, { address: { url: address, authorities }, waitMs: 0 })
  {
    await using node = await open(authority)
    await node.collection(pots).insert({ id: '1', name: 'one' })
    const rows = await own.execute(
      url,
      "SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'logyard'",
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(({ ssl }) => ssl === true)).toBe(true)
  }
  await expect(open(stranger)).rejects.toMatchObject({ code: 'settings-unreachable' })
  await expect(open('', `${url}?sslmode=verify-full`)).rejects.toMatchObject({ code: 'settings-unreachable' })
  await expect(open(authority, url.replace('127.0.0.1', '127.0.0.2'))).rejects.toMatchObject({
    code: 'settings-unreachable',
  })
  await expect(open('', `${url}?sslmode=require`)).rejects.toThrow('sslmode must be disable or verify-full')
})
