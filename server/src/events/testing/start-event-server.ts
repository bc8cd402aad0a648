/** A whole server with a GELF input, for tests of events through its API. */
import type { EventDto, EventsSearchResult } from '@logyard/contract/events/events'
import { expect, vi } from 'vitest'
import { INPUT } from '../../senders/testing/receiver.ts'
import { freePort } from '../../testing/free-port.ts'
import { ADMIN_PASSWORD, type ServerOptions, startServer } from '../../testing/server-process.ts'

export interface Answered {
  readonly status: number
  /** `undefined` if there is none. */
  readonly body: ReturnType<typeof Object>
}

export type EventServer = Awaited<ReturnType<typeof startEventServer>>

export const ADMIN = `admin:${ADMIN_PASSWORD}`
export const MINUTE_MS = 60_000
const PASSWORD = 'a password of a test'

/** A condition on the number of messages. */
export const countOver = (value: number, config: Readonly<Record<string, unknown>> = {}) => ({
  series: [{ id: 'count-', function: 'count', field: null }],
  conditions: { expression: comparison('>', 'count-', value) },
  ...config,
})

export const comparison = (expr: string, ref: string, value: number) => ({
  expr,
  left: { expr: 'number-ref', ref },
  right: { expr: 'number', value },
})

interface EventServerOptions extends ServerOptions {
  /** Port of the input, which the data folder has already if it is not new. */
  readonly inputPort?: number
}

export async function startEventServer(options: EventServerOptions = {}) {
  const server = await startServer(options)
  let made = 0

  async function ask(method: string, path: string, body?: unknown, as = ADMIN): Promise<Answered> {
    const answer = await fetch(`${server.url}api${path}`, {
      method,
      headers: {
        ...(as === '' ? {} : { authorization: `Basic ${Buffer.from(as).toString('base64')}` }),
        accept: 'application/json',
        'x-requested-by': 'test',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? undefined : Object(JSON.parse(text)) }
  }

  /** Fails unless the call succeeds. */
  async function make(method: string, path: string, body?: unknown, as = ADMIN): Promise<Answered['body']> {
    const answer = await ask(method, path, body, as)
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body
  }

  /** In `beforeAll`, `expect.poll` is not allowed. */
  const until = (isTrue: () => Promise<boolean>) =>
    vi.waitFor(async () => expect(await isTrue()).toBe(true), { timeout: 60_000, interval: 50 })

  await until(async () => (await ask('GET', '/system/cluster/stats/elasticsearch')).status === 200)
  const port = options.inputPort ?? (await freePort())
  const inputs = await make('GET', '/system/inputs')
  const configuration = { bind_address: '127.0.0.1', port, enable_bulk_receiving: true }
  const input = { title: 'GELF', type: INPUT.gelfHttp, global: true, configuration }
  const { id } = inputs.inputs[0] ?? (await make('POST', '/system/inputs', input))
  await until(async () => (await ask('GET', `/system/inputstates/${id}`)).body.state === 'RUNNING')
  const indexSets = await make('GET', '/system/indices/index_sets')
  const indexSetId = String(indexSets.index_sets[0].id)

  return {
    ...server,
    ask,
    make,
    until,
    /** A name that no other test uses. */
    unique: (label: string) => `${label}-${++made}`,
    /** Answers its credentials. */
    async user(name: string, permissions: readonly string[] = [], roles: readonly string[] = []): Promise<string> {
      const facts = { username: name, full_name: name, email: `${name}@example.org`, password: PASSWORD }
      await make('POST', '/users', { ...facts, permissions, roles })
      return `${name}:${PASSWORD}`
    },
    /** A running stream of the messages whose field `room` has this value. */
    async stream(room: string): Promise<string> {
      const rules = [{ type: 1, field: 'room', value: room, inverted: false }]
      const { stream_id } = await make('POST', '/streams', { title: room, index_set_id: indexSetId, rules })
      await make('POST', `/streams/${stream_id}/resume`)
      return String(stream_id)
    },
    /** Stores messages, and waits until they can be found. */
    async send(messages: readonly { readonly at: number; readonly fields: Readonly<Record<string, unknown>> }[]) {
      made += 1
      const batch = `batch-${made}`
      const lines = messages.map(({ at, fields }) =>
        JSON.stringify({
          version: '1.1',
          host: 'web-1',
          short_message: 'a message of a test',
          timestamp: at / 1000,
          _batch: batch,
          ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [`_${name}`, value])),
        }),
      )
      const answer = await fetch(`http://127.0.0.1:${port}/gelf`, { method: 'POST', body: lines.join('\n') })
      expect(answer.status, await answer.text()).toBe(202)
      const range = 'from=2000-01-01T00:00:00.000Z&to=2100-01-01T00:00:00.000Z'
      const path = `/search/universal/absolute?query=batch:${batch}&limit=1&${range}`
      await until(async () => (await ask('GET', path)).body.total_results === messages.length)
    },
    /** All events of a definition. */
    async eventsOf(definitionId: string, as = ADMIN): Promise<readonly EventDto[]> {
      const body = {
        timerange: { type: 'relative', range: 0 },
        filter: { event_definitions: [definitionId] },
        per_page: 1000,
        sort_direction: 'asc',
      }
      const found: EventsSearchResult = await make('POST', '/events/search', body, as)
      return found.events.map(({ event }) => event)
    },
  }
}

type Draft = Readonly<Record<string, unknown>> & { readonly config?: Readonly<Record<string, unknown>> }

/** A draft as the console sends it: by default an event for each message. */
export const aDraft = ({ config = {}, ...changes }: Draft = {}) => ({
  title: 'Too many errors',
  description: '',
  priority: 2,
  alert: false,
  config: {
    type: 'aggregation-v1',
    query: '',
    query_parameters: [],
    streams: [] as string[],
    group_by: [] as string[],
    series: [],
    conditions: {},
    search_within_ms: MINUTE_MS,
    execute_every_ms: MINUTE_MS,
    ...config,
  },
  field_spec: {},
  key_spec: [] as string[],
  notification_settings: { grace_period_ms: 0, backlog_size: null },
  notifications: [],
  ...changes,
})
