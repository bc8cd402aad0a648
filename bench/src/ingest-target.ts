/** A whole Logyard server under load: inputs and streams through the API, the store through a client of the engine. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ClickHouseClient } from '@clickhouse/client'
import { connectToEngine } from '@logyard/server/testing/engine-owner'
import { freePort } from '@logyard/server/testing/free-port'
import { ADMIN_PASSWORD, startServer } from '@logyard/server/testing/server-process'
import type { Sending, Sent } from './ingest-sender.ts'
import { processesOf, processorMs } from './process-figures.ts'

export const INPUTS = {
  'gelf-tcp': 'org.graylog2.inputs.gelf.tcp.GELFTCPInput',
  'gelf-udp': 'org.graylog2.inputs.gelf.udp.GELFUDPInput',
  'syslog-tcp': 'org.graylog2.inputs.syslog.tcp.SyslogTCPInput',
  'gelf-http': 'org.graylog2.inputs.gelf.http.GELFHttpInput',
  bulk: 'org.logyard.inputs.elasticsearch.ElasticsearchBulkInput',
} as const
export type InputForm = keyof typeof INPUTS

const SENDER = fileURLToPath(new URL('./ingest-sender.ts', import.meta.url))
const RECEIVE_BUFFER_BYTES = 4_194_304
const MAX_MESSAGE_BYTES = 2_097_152
const POLL_MS = 25
const MAX_TRIES = 400
/** If no message is stored for this long, the missing ones are lost. Only datagrams should be. */
const QUIET_MS = { udp: 3000, others: 60_000 }

export interface IngestTarget extends AsyncDisposable {
  readonly pid: number
  readonly store: ClickHouseClient
  readonly call: Call
  /** Processor time that the server and its engine have used so far. */
  processorMs(): readonly [server: number, engine: number]
  /** Sends from a separate process. */
  send(sending: Omit<Sending, 'port'> & { readonly input: InputForm }): Promise<Sent>
  storedMessages(): Promise<number>
  /** Resolves to the number of messages and the time, once there are `count`, or no more arrive. */
  whenStored(count: number, input: InputForm): Promise<{ readonly count: number; readonly atMs: number }>
}

export async function startIngestTarget(): Promise<IngestTarget> {
  await using starting = new AsyncDisposableStack()
  const server = starting.use(await startServer({ env: { LOGYARD_LOG_LEVEL: 'error' } }))
  const store = await connectToEngine(server.dataFolder)
  starting.defer(() => store.close())

  const ports = new Map<InputForm, number>()
  const call = createCaller(server.url)
  await whenSearchable(call)
  await createStreams(call)
  for (const [form, type] of Object.entries(INPUTS)) ports.set(form as InputForm, await createInput(call, type))

  const storedMessages = async () => {
    const answer = await store.query({ query: 'SELECT count() AS messages FROM messages', format: 'JSONEachRow' })
    const [row] = await answer.json<{ messages: string }>()
    return Number(row?.messages)
  }
  const { pid } = server
  const senders = new Set<ChildProcess>()
  starting.defer(() => senders.forEach((sender) => void sender.kill('SIGKILL')))
  const running = starting.move()
  return {
    pid,
    store,
    call,
    processorMs() {
      const [server = 0, ...others] = processesOf(pid).map(processorMs)
      return [server, others.reduce((sum, each) => sum + each, 0)]
    },
    async send({ input, ...sending }) {
      const sender = fork(SENDER)
      senders.add(sender)
      sender.send({ ...sending, port: ports.get(input) ?? 0 } satisfies Sending)
      const ended = once(sender, 'exit').then(([code]) => Promise.reject(new Error(`the sender ended with ${code}`)))
      ended.catch(() => undefined)
      const [sent] = await Promise.race([once(sender, 'message'), ended])
      senders.delete(sender)
      return sent
    },
    storedMessages,
    async whenStored(count, input) {
      const quietMs = input === 'gelf-udp' ? QUIET_MS.udp : QUIET_MS.others
      let last = { count: await storedMessages(), atMs: performance.timeOrigin + performance.now() }
      while (last.count < count && performance.timeOrigin + performance.now() - last.atMs < quietMs) {
        await setTimeout(POLL_MS)
        const now = await storedMessages()
        if (now > last.count) last = { count: now, atMs: performance.timeOrigin + performance.now() }
      }
      return last
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

export type Call = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>

export function createCaller(url: string): Call {
  const authorization = `Basic ${Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')}`
  const headers = { authorization, 'content-type': 'application/json', 'x-requested-by': 'bench' }
  return async (method, path, body) => {
    const answer = await fetch(`${url}api${path}`, { method, headers, body: JSON.stringify(body) ?? null })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return text === '' ? {} : JSON.parse(text)
  }
}

/** The server responds before its store is ready. */
export async function whenSearchable(call: Call): Promise<void> {
  const search = () => call('GET', '/search/universal/relative?query=*&range=1')
  for (let tries = 1; ; tries++) {
    try {
      await search()
      return
    } catch (error) {
      if (tries === MAX_TRIES) throw error
      await setTimeout(POLL_MS)
    }
  }
}

async function createStreams(call: Call): Promise<void> {
  const sets = (await call('GET', '/system/indices/index_sets'))['index_sets'] as { id: string; default: boolean }[]
  const index_set_id = sets.find((set) => set.default)?.id
  const streams = {
    Errors: [
      { type: 3, field: 'status', value: '499' },
      { type: 5, field: 'user', value: '' },
    ],
    Orders: [
      { type: 6, field: 'path', value: '/orders/' },
      { type: 1, field: 'method', value: 'GET' },
    ],
    'Slow pages': [
      { type: 2, field: 'message', value: 'after \\d{4} ms' },
      { type: 3, field: 'took_ms', value: '2000' },
    ],
  }
  for (const [title, rules] of Object.entries(streams)) {
    const { stream_id } = await call('POST', '/streams', { title, index_set_id, rules })
    await call('POST', `/streams/${stream_id}/resume`)
  }
}

/** The API does not report the port of an input, so the input gets one that was free a moment ago. */
export async function createInput(call: Call, type: string): Promise<number> {
  const port = await freePort()
  const configuration = {
    bind_address: '127.0.0.1',
    port,
    recv_buffer_size: RECEIVE_BUFFER_BYTES,
    max_message_size: MAX_MESSAGE_BYTES,
    max_chunk_size: 8_388_608,
    decompress_size_limit: 8_388_608,
  }
  const { id } = await call('POST', '/system/inputs', { title: type, type, global: true, configuration })
  const isRunning = async () => (await call('GET', `/system/inputstates/${id}`))['state'] === 'RUNNING'
  for (let tries = 0; tries < MAX_TRIES && !(await isRunning()); tries++) await setTimeout(POLL_MS)
  return port
}
