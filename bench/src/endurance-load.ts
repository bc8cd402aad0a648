/** The load of the endurance run: valid senders, users and agents, and hostile peers and frames beside them. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { compressedFrame, jsonFrame, windowFrame } from '@logyard/codecs/beats/testing/lumberjack-sender'
import { startHostilePeer } from '@logyard/server/testing/hostile-peers/hostile-peer'
import { type EnduranceServer, INPUT, type LaunchedInput } from './endurance-server.ts'
import { startAgents } from './sidecar-agents.ts'

const PER_TURN = 25
const TURN_MS = 500
const AGENTS = 100
const POLL_SECONDS = 10
const HOSTILE_PAUSE_MS = 1000
const BOMB_BYTES = 4_000_000

export interface EnduranceLoad extends AsyncDisposable {
  /** Messages that valid senders handed over so far. */
  sent(): number
  /** Web hooks that arrived so far. */
  hooks(): number
  /** Valid calls and connections that failed so far. */
  failures(): readonly string[]
}

interface Running {
  readonly server: EnduranceServer
  readonly stopping: AbortSignal
  readonly failures: string[]
  sent: number
}

/** Repeats until the run stops; a failure is counted, and the next turn begins. */
async function repeat({ stopping, failures }: Running, pauseMs: number, turn: () => Promise<unknown>): Promise<void> {
  while (!stopping.aborted) {
    await turn().catch((error: unknown) => {
      if (!stopping.aborted) failures.push(String(error))
    })
    await sleep(pauseMs, undefined, { signal: stopping }).catch(() => undefined)
  }
}

async function connected({ port }: LaunchedInput): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => undefined) // writing fails then
  socket.resume()
  return socket
}

const texts = (running: Running) =>
  Array.from({ length: PER_TURN }, (_, i) => `number ${running.sent + i} of endurance`)
const gelf = (short_message: string) => JSON.stringify({ version: '1.1', host: 'endurance', short_message })
const beat = (message: string) => ({
  '@timestamp': new Date().toISOString(),
  '@metadata': { beat: 'filebeat' },
  agent: { hostname: 'endurance' },
  message,
})

/** Each returned function sends some messages. */
async function valid(running: Running): Promise<readonly (() => Promise<void>)[]> {
  const { server } = running
  const http = await server.launch(INPUT.gelfHttp)
  const sockets = {
    syslog: await connected(await server.launch(INPUT.syslogTcp)),
    gelf: await connected(await server.launch(INPUT.gelfTcp)),
    beats: await connected(await server.launch(INPUT.beats)),
  }
  const over = (socket: Socket, encode: (messages: readonly string[]) => string | Buffer) => async () => {
    if (socket.destroyed) throw new Error('a connection of a valid sender was closed')
    const messages = texts(running)
    running.sent += messages.length
    if (!socket.write(encode(messages))) await once(socket, 'drain')
  }
  return [
    over(sockets.syslog, (all) => all.map((text) => `<13>Jan  1 00:00:00 endurance app: ${text}\n`).join('')),
    over(sockets.gelf, (all) => all.map((text) => `${gelf(text)}\0`).join('')),
    over(sockets.beats, (all) =>
      Buffer.concat([windowFrame(all.length), ...all.map((text, i) => jsonFrame(i + 1, beat(text)))]),
    ),
    async () => {
      const [text = ''] = texts(running)
      const answer = await fetch(`http://127.0.0.1:${http.port}/gelf`, { method: 'POST', body: gelf(text) })
      if (answer.status !== 202) throw new Error(`GELF over HTTP: ${answer.status}`)
      running.sent += 1
    },
  ]
}

const post = (body: unknown) => ({ method: 'POST', body: JSON.stringify(body) })

/** Listed, with an event in each second: the definition counts everything. */
async function watchWithHooks({ server }: Running, hookUrl: string): Promise<void> {
  const entries = [{ id: 'all', type: 'regex', title: 'This machine', value: '^http://127\\.0\\.0\\.1:.*' }]
  await server
    .call('/system/urlwhitelist', { method: 'PUT', body: JSON.stringify({ entries, disabled: false }) })
    .catch(() => undefined)
  const config = { type: 'http-notification-v1', url: hookUrl }
  const { id } = await server.call('/events/notifications', post({ title: 'Hook', description: '', config }))
  await server.call(
    '/events/definitions',
    post({
      title: 'Messages of the endurance run',
      description: '',
      priority: 2,
      alert: true,
      config: {
        type: 'aggregation-v1',
        query: 'endurance',
        query_parameters: [],
        streams: [],
        group_by: [],
        series: [{ id: 'count-', function: 'count', field: null }],
        conditions: {
          expression: { expr: '>', left: { expr: 'number-ref', ref: 'count-' }, right: { expr: 'number', value: 0 } },
        },
        search_within_ms: 5000,
        execute_every_ms: 5000,
      },
      key_spec: [],
      field_spec: {},
      notification_settings: { grace_period_ms: 0, backlog_size: 1 },
      notifications: [{ notification_id: id, notification_parameters: null }],
    }),
  )
}

async function hostileFrames(running: Running): Promise<void> {
  const beats = await running.server.launch(INPUT.beats)
  const bomb = Buffer.concat([windowFrame(1), compressedFrame(Buffer.alloc(BOMB_BYTES))])
  await repeat(running, 100, async () => {
    const socket = await connected(beats)
    socket.end(bomb)
    if (!socket.destroyed) await once(socket, 'close')
  })
}

async function hostilePeers(running: Running, owned: AsyncDisposableStack): Promise<readonly Promise<void>[]> {
  const { server } = running
  const loops: Promise<void>[] = []
  for (const behaviour of ['wrong', 'endless', 'cut', 'random'] as const) {
    const directory = owned.use(await startHostilePeer({ protocol: 'ldap', behaviour }))
    const source = owned.use(await startHostilePeer({ protocol: 'http', behaviour }))
    const backend_configuration = {
      title: 'Hostile',
      config: {
        type: 'ldap',
        servers: [{ host: '127.0.0.1', port: directory.port }],
        transport_security: 'none',
        user_search_base: 'dc=example,dc=org',
        user_search_pattern: '(uid={0})',
        user_name_attribute: 'uid',
        user_full_name_attribute: 'cn',
      },
    }
    const login = post({ backend_configuration, user_login: { username: 'ada', password: { set_value: 'x' } } })
    const name = `hostile-${behaviour}`
    const url = `http://127.0.0.1:${source.port}/`
    const config = { type: 'httpjsonpath', url, single_value_jsonpath: '$.value', user_agent: 'Endurance' }
    await server.call('/system/lookup/adapters', post({ name, title: name, description: '', config }))
    // Only the answers in words matter to the caller; that they fail is meant.
    const use = async () => {
      await server.call('/system/authentication/services/test/backend/login', login).catch(() => undefined)
      await server.call(`/system/lookup/adapters/${name}/query?key=a`)
    }
    loops.push(repeat(running, HOSTILE_PAUSE_MS, use))
  }
  return loops
}

export async function startEnduranceLoad(server: EnduranceServer): Promise<EnduranceLoad> {
  await using owned = new AsyncDisposableStack()
  const stopping = new AbortController()
  const running: Running = { server, stopping: stopping.signal, failures: [], sent: 0 }
  let hooks = 0
  const hook = createServer((request, response) => {
    hooks += 1
    request.resume()
    response.end()
  })
  await new Promise<void>((resolve) => void hook.listen(0, '127.0.0.1', resolve))
  owned.defer(() => void hook.close())
  const address = hook.address()
  await watchWithHooks(running, `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/hook`)
  const agents = owned.use(await startAgents(server.url, AGENTS))
  const loops = (await valid(running)).map((send) => repeat(running, TURN_MS, send))
  loops.push(
    repeat(running, 0, () => agents.pollAll(POLL_SECONDS)),
    hostileFrames(running),
    ...(await hostilePeers(running, owned)),
  )
  owned.defer(async () => {
    stopping.abort()
    await Promise.all(loops)
  })
  const all = owned.move()
  return {
    sent: () => running.sent,
    hooks: () => hooks,
    failures: () => running.failures,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}
