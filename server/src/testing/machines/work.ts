/** Work that goes on while machines fail, and what must be true of it. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { ClickHouseCluster } from '../clickhouse-cluster.ts'
import { type Api, INPUT_PORT, type TestNode, type ThreeNodes } from './three-nodes.ts'

const PER_REQUEST = 500
const SEND_LIMIT_MS = 15_000
const PAUSE_MS = 200
/** Rate of all senders together: slow enough that machines fail while messages are sent. */
const PER_SECOND = 5000
const SENDERS_PER_DOOR = 2
const DEFINITION_EVERY_MS = 5000
const SETTLED_MESSAGES = 20_000

/** The place at which clients and senders reach one node, or all of them through a load balancer. */
export interface Door extends Api {
  /** Host and port of the input. */
  readonly input: string
}

export interface Work extends AsyncDisposable {
  /** Resolves once the senders have sent all messages. */
  readonly sent: Promise<void>
  /** Lets the senders end before they have sent all. */
  enough(): void
  acknowledged(): number
  /** Sent messages without a response, or with another one. */
  unanswered(): number
  /** Stops everything but waits for what was begun; answers what is wrong after so many faults. */
  check(faults: number): Promise<readonly string[]>
}

export async function startWork(
  { nodes, hub, clickHouse }: ThreeNodes,
  messages: number,
  doors: readonly Door[] = nodes.map(doorOf),
): Promise<Work> {
  const [first] = doors
  if (first === undefined) throw new Error('there are no nodes')
  await createInput(first, nodes.map(doorOf))
  const hook = await startHook(hub)
  await createDefinition(first, hook.url)
  const settled = await storeSettled(first, doors)
  const sets = (await first.call('GET', '/system/indices/index_sets'))['index_sets']
  const indexSetId = Array.isArray(sets) ? String(sets[0]?.id) : ''

  const stopping = new AbortController()
  const numbers = createNumbers(messages)
  const streams: string[] = []
  const wrong: string[] = []
  const everyMs = (1000 * PER_REQUEST * doors.length * SENDERS_PER_DOOR) / PER_SECOND
  const senders = doors.flatMap((door) =>
    Array.from({ length: SENDERS_PER_DOOR }, () => sendAll(door, numbers, everyMs)),
  )
  const others = doors.flatMap((door, at) => [
    createStreams(door, { name: `door ${at}`, indexSetId, created: streams }, stopping.signal),
    searchSettled(door, settled, wrong, stopping.signal),
  ])
  return {
    sent: Promise.all(senders).then(() => undefined),
    enough: numbers.end,
    acknowledged: () => numbers.acknowledged.size,
    unanswered: () => numbers.unanswered.size,
    async check(faults) {
      await Promise.all(senders)
      stopping.abort()
      await Promise.all(others)
      const all = [
        ...wrong,
        ...(await checkMessages(nodes, numbers)),
        ...(await checkReplicas(clickHouse)),
        ...(await checkStreams(nodes, streams)),
        ...checkTold(hook.told, faults),
      ]
      return all
    },
    [Symbol.asyncDispose]: () => hook[Symbol.asyncDispose](),
  }
}

const doorOf = (node: TestNode): Door => ({ ...node, input: `${node.machine.address}:${INPUT_PORT}` })

async function createInput(first: Door, doors: readonly Door[]): Promise<void> {
  const configuration = { bind_address: '0.0.0.0', port: INPUT_PORT, recv_buffer_size: 1_048_576 }
  const type = 'org.graylog2.inputs.gelf.http.GELFHttpInput'
  await first.call('POST', '/system/inputs', { title: 'in', type, global: true, configuration })
  for (const door of doors) {
    while ((await post(door, { _settled: 0 }).catch(() => 0)) !== 202) await setTimeout(PAUSE_MS)
  }
}

async function post({ input }: Door, ...fields: readonly object[]): Promise<number> {
  const line = (more: object) =>
    JSON.stringify({ version: '1.1', host: 'machines', short_message: 'numbered', ...more })
  const response = await fetch(`http://${input}/gelf`, {
    method: 'POST',
    body: fields.map(line).join('\n'),
    signal: AbortSignal.timeout(SEND_LIMIT_MS),
  })
  await response.arrayBuffer()
  return response.status
}

interface Numbers {
  /** The next numbers to send; empty at the end. A number is sent once. */
  take(): readonly number[]
  /** From now on there are none to send. */
  end(): void
  readonly acknowledged: Set<number>
  readonly unanswered: Set<number>
}

function createNumbers(count: number): Numbers {
  const acknowledged = new Set<number>()
  let next = 0
  let isOver = false
  return {
    acknowledged,
    unanswered: new Set(),
    take() {
      if (isOver || acknowledged.size >= count) return []
      next += PER_REQUEST
      return Array.from({ length: PER_REQUEST }, (_, at) => next - PER_REQUEST + at)
    },
    end() {
      isOver = true
    },
  }
}

async function sendAll(door: Door, { take, acknowledged, unanswered }: Numbers, everyMs: number): Promise<void> {
  for (let batch = take(); batch.length > 0; batch = take()) {
    const pause = setTimeout(everyMs)
    const status = await post(door, ...batch.map((_n) => ({ _n }))).catch(() => 0)
    for (const number of batch) (status === 202 ? acknowledged : unanswered).add(number)
    await pause
  }
}

/** A count of messages that were stored before anything failed: an answer that is smaller is short. */
async function storeSettled(first: Door, doors: readonly Door[]): Promise<number> {
  for (let sent = 0; sent < SETTLED_MESSAGES; sent += PER_REQUEST) {
    await post(doors[sent % doors.length] ?? first, ...Array.from({ length: PER_REQUEST }, () => ({ _settled: 1 })))
  }
  while ((await countOf(first, '_exists_:settled AND settled:1')) < SETTLED_MESSAGES) await setTimeout(PAUSE_MS)
  return SETTLED_MESSAGES
}

async function countOf(node: Api, query: string): Promise<number> {
  const answer = await node.call('GET', `/search/universal/relative?range=0&limit=1&query=${encodeURIComponent(query)}`)
  return Number(answer['total_results'])
}

async function searchSettled(node: Api, count: number, wrong: string[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // A failure is an answer that says so.
    const found = await countOf(node, '_exists_:settled AND settled:1').catch(() => undefined)
    if (found !== undefined && found !== count) wrong.push(`${node.url} found ${found} of ${count} settled messages`)
    await setTimeout(PAUSE_MS)
  }
}

/** Settings that nodes acknowledge while others fail. */
async function createStreams(
  node: Api,
  { name, indexSetId, created }: { readonly name: string; readonly indexSetId: string; readonly created: string[] },
  signal: AbortSignal,
): Promise<void> {
  for (let number = 0; !signal.aborted; number += 1) {
    const draft = { title: `${name} ${number}`, index_set_id: indexSetId, rules: [] }
    const answer = await node.call('POST', '/streams', draft).catch(() => undefined)
    if (answer !== undefined) created.push(String(answer['stream_id']))
    await setTimeout(10 * PAUSE_MS)
  }
}

async function checkStreams(nodes: readonly TestNode[], created: readonly string[]): Promise<readonly string[]> {
  if (created.length === 0) return ['no stream was created']
  const wrong: string[] = []
  for (const node of nodes) {
    const { streams } = await node.call('GET', '/streams')
    const ids = new Set(Array.isArray(streams) ? streams.map(({ id }) => id) : [])
    const missing = created.filter((id) => !ids.has(id))
    if (missing.length > 0) wrong.push(`${node.url} lacks ${missing.length} of ${created.length} streams`)
  }
  return wrong
}

async function checkMessages(
  nodes: readonly TestNode[],
  { acknowledged, unanswered }: Numbers,
): Promise<readonly string[]> {
  const [first] = nodes
  if (first === undefined) return []
  await untilJournalsAreEmpty(nodes)
  const times = new Map<number, number>()
  for (const number of await exportNumbers(first)) times.set(number, (times.get(number) ?? 0) + 1)
  const lost = [...acknowledged].filter((number) => !times.has(number))
  const twice = [...times].filter(([, count]) => count > 1)
  const strange = [...times.keys()].filter((number) => !acknowledged.has(number) && !unanswered.has(number))
  return [
    ...(lost.length > 0 ? [`${lost.length} of ${acknowledged.size} acknowledged messages are lost: ${lost[0]}`] : []),
    ...(twice.length > 0 ? [`${twice.length} messages are stored twice: ${twice[0]?.[0]}`] : []),
    ...(strange.length > 0 ? [`${strange.length} messages were never sent`] : []),
  ]
}

async function untilJournalsAreEmpty(nodes: readonly TestNode[]): Promise<void> {
  for (const node of nodes) {
    while (Number((await node.call('GET', '/system/journal'))['uncommitted_journal_entries']) > 0) {
      await setTimeout(PAUSE_MS)
    }
  }
}

/** Replicas of a shard have the same messages, each once, within the time that a join takes. */
async function checkReplicas({ servers }: ClickHouseCluster): Promise<readonly string[]> {
  const query = `SELECT count(), uniqExact(id), sum(cityHash64(id, received, journal_offset, place)) FROM logs.messages`
  let wrong: string[] = []
  for (let tries = 0; tries < 300; tries += 1) {
    const found = await Promise.all(servers.map(async (one) => ({ ...one, has: await one.execute(query) })))
    wrong = found.flatMap(({ shard, replica, has }) => {
      const [count, ids] = has.split('\t')
      const [first] = found.filter((other) => other.shard === shard)
      return count === ids && has === first?.has
        ? []
        : `replica ${replica} of shard ${shard} has ${has}, not ${first?.has}`
    })
    if (wrong.length === 0) return []
    await setTimeout(PAUSE_MS)
  }
  return wrong
}

async function exportNumbers(node: Api): Promise<readonly number[]> {
  const query_string = { type: 'elasticsearch', query_string: '_exists_:n' }
  // The last five minutes are the default.
  const timerange = { type: 'relative', range: 0 }
  const text = await node.export('/views/search/messages', { query_string, timerange, fields_in_order: ['n'] })
  return text
    .split('\n')
    .map((line) => /^"?(\d+)/.exec(line)?.[1])
    .flatMap((number) => (number === undefined ? [] : Number(number)))
}

interface Hook extends AsyncDisposable {
  readonly url: string
  /** The ids of the events that it was told of. */
  readonly told: readonly string[]
}

async function startHook(address: string): Promise<Hook> {
  const told: string[] = []
  const server = createServer(async (request, response) => {
    const { event } = Object(JSON.parse(Buffer.concat(await request.toArray()).toString()))
    told.push(String(event.id))
    response.end()
  })
  server.listen(0, address)
  await once(server, 'listening')
  const bound = server.address()
  const port = typeof bound === 'object' ? bound?.port : 0
  return {
    url: `http://${address}:${port}/`,
    told,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A schedule whose runs tell the hook. */
async function createDefinition(node: Api, url: string): Promise<void> {
  await node.call('PUT', '/system/urlwhitelist', {
    entries: [{ id: 'hook', title: 'hook', type: 'literal', value: url }],
    disabled: false,
  })
  const { id } = await node.call('POST', '/events/notifications', {
    ...{ title: 'hook', description: '', config: { type: 'http-notification-v1', url } },
  })
  const series = [{ id: 'count', function: 'count', field: null }]
  const expression = { expr: '>', left: { expr: 'number-ref', ref: 'count' }, right: { expr: 'number', value: 0 } }
  await node.call('POST', '/events/definitions', {
    ...{ title: 'messages arrive', description: '', priority: 2, alert: true, field_spec: {}, key_spec: [] },
    config: {
      ...{ type: 'aggregation-v1', query: '*', query_parameters: [], streams: [], group_by: [], series },
      ...{ conditions: { expression }, search_within_ms: DEFINITION_EVERY_MS, execute_every_ms: DEFINITION_EVERY_MS },
    },
    notification_settings: { grace_period_ms: 0, backlog_size: 0 },
    notifications: [{ notification_id: id, notification_parameters: null }],
  })
}

/** A node that dies after a request, and before it noted that, leaves the notification to another one. */
function checkTold(told: readonly string[], faults: number): readonly string[] {
  const again = told.length - new Set(told).size
  return [
    ...(told.length === 0 ? ['the hook was told of no event'] : []),
    ...(again > faults ? [`the hook was told ${again} times of an event that it knew`] : []),
  ]
}
