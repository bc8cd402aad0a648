/** The load of the endurance run: valid senders, users and agents, and hostile peers and frames beside them. */
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { hostileFrames, hostilePeers } from './endurance-peers.ts'
import { startSenders } from './endurance-senders.ts'
import { type EnduranceServer, jsonPost } from './endurance-server.ts'
import { usersOf } from './endurance-users.ts'
import { startAgents } from './sidecar-agents.ts'

const SEND_EVERY_MS = 500
const USER_EVERY_MS = 1000
const FRAME_EVERY_MS = 100
const PEER_EVERY_MS = 1000
const AGENTS = 100
const POLL_SECONDS = 10

export type EnduranceLoad = Awaited<ReturnType<typeof startEnduranceLoad>>

/** Repeats until the run stops; a failure is counted, and the next turn begins. */
async function repeat(stopping: AbortSignal, failures: string[], pauseMs: number, turn: () => Promise<unknown>) {
  while (!stopping.aborted) {
    await turn().catch((error: unknown) => void failures.push(String(error)))
    await sleep(pauseMs, undefined, { signal: stopping }).catch(() => undefined)
  }
}

/** The definition counts all messages, so each evaluation has an event, a web hook and a mail. */
async function watchWithNotifications(server: EnduranceServer, hookUrl: string): Promise<void> {
  const entries = [{ id: 'all', type: 'regex', title: 'This machine', value: '^http://127\\.0\\.0\\.1:.*' }]
  await server.call('/system/urlwhitelist', { method: 'PUT', body: JSON.stringify({ entries, disabled: false }) })
  const hook = { type: 'http-notification-v1', url: hookUrl }
  const mail = {
    ...{
      type: 'email-notification-v1',
      sender: 'logyard@example.org',
      subject: 'About it',
      body_template: 'It happened',
    },
    ...{ user_recipients: [], email_recipients: ['ops@example.org'] },
  }
  const notifications: object[] = []
  for (const config of [hook, mail]) {
    const { id } = await server.call('/events/notifications', jsonPost({ title: config.type, description: '', config }))
    notifications.push({ notification_id: id, notification_parameters: null })
  }
  const draft = {
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
    notifications,
  }
  await server.call('/events/definitions', jsonPost(draft))
}

export async function startEnduranceLoad(server: EnduranceServer) {
  await using owned = new AsyncDisposableStack()
  const stopping = new AbortController()
  const failures: string[] = []
  let hooks = 0
  const hook = createServer((request, response) => {
    hooks += 1
    request.resume()
    response.end()
  })
  await new Promise<void>((resolve) => void hook.listen(0, '127.0.0.1', resolve))
  owned.defer(() => void hook.close())
  const address = hook.address()
  await watchWithNotifications(server, `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/hook`)
  const agents = owned.use(await startAgents(server.url, AGENTS))
  const senders = owned.use(await startSenders(server))
  const every = (pauseMs: number) => (turn: () => Promise<unknown>) => repeat(stopping.signal, failures, pauseMs, turn)
  const loops = [
    ...senders.turns.map(every(SEND_EVERY_MS)),
    ...usersOf(server).map(every(USER_EVERY_MS)),
    every(0)(() => agents.pollAll(POLL_SECONDS)),
    every(FRAME_EVERY_MS)(await hostileFrames(server)),
    ...(await hostilePeers(server, owned)).map(every(PEER_EVERY_MS)),
  ]
  /** Resolves once nobody sends or asks any more; connections stay open. */
  const stop = async () => {
    stopping.abort()
    await Promise.all(loops)
  }
  owned.defer(stop)
  const all = owned.move()
  return {
    /** Messages that valid senders handed over so far. */
    sent: senders.sent,
    /** Web hooks that arrived so far. */
    hooks: () => hooks,
    /** Valid calls and connections that failed so far. */
    failures: () => failures,
    stop,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}
