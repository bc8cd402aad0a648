import { isJsonObject, type JsonObject, losesDigits } from '@logyard/codecs/json-text'
import { expect } from 'vitest'
import { connectToEngine } from '../../testing/engine-owner.ts'
import { freePort } from '../../testing/free-port.ts'
import { ADMIN_PASSWORD, type ServerOptions, type ServerProcess, startServer } from '../../testing/server-process.ts'

export interface Receiver extends AsyncDisposable {
  readonly server: ServerProcess
  /** Address of the console, with a trailing slash. */
  readonly url: string
  /** Calls the API as administrator; fails unless the response is successful and an object. */
  call(path: string, init?: RequestInit): Promise<JsonObject>
  /** Creates an input on the loopback interface, and waits until it is running. */
  launch(type: string, configuration?: JsonObject): Promise<LaunchedInput>
  /** The stored messages of the input in order of arrival, once there are `count`; fails if there are more. */
  stored(input: LaunchedInput, count: number): Promise<readonly JsonObject[]>
  /** Counts stored messages such as `number 17` by their number. */
  numbers(): Promise<ReadonlyMap<number, number>>
  /** A metric of the input. */
  metric(input: LaunchedInput, name: string): Promise<number>
}

/** The input types that are tested. */
export const INPUT = {
  gelfUdp: 'org.graylog2.inputs.gelf.udp.GELFUDPInput',
  gelfTcp: 'org.graylog2.inputs.gelf.tcp.GELFTCPInput',
  gelfHttp: 'org.graylog2.inputs.gelf.http.GELFHttpInput',
  syslogUdp: 'org.graylog2.inputs.syslog.udp.SyslogUDPInput',
  syslogTcp: 'org.graylog2.inputs.syslog.tcp.SyslogTCPInput',
  beats: 'org.graylog.plugins.beats.Beats2Input',
  otlp: 'org.logyard.inputs.otlp.OtlpHttpInput',
  loki: 'org.logyard.inputs.loki.LokiPushInput',
  bulk: 'org.logyard.inputs.elasticsearch.ElasticsearchBulkInput',
  hec: 'org.logyard.inputs.splunk.SplunkHecInput',
} as const

export interface LaunchedInput {
  readonly id: string
  readonly type: string
  readonly port: number
}

const authorization = `Basic ${Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')}`
const headers = { authorization, 'content-type': 'application/json', 'x-requested-by': 'test' }
const COLUMNS = ['timestamp', 'source', 'message', 'full_message', 'gl2_remote_ip', 'fields'].join(', ')

export async function startReceiver(options: ServerOptions = {}): Promise<Receiver> {
  await using starting = new AsyncDisposableStack()
  const server = starting.use(await startServer(options))
  /** Connects for each statement: after a restart the engine has another port and other passwords. */
  async function askEngine(query: string, query_params: Record<string, string> = {}): Promise<readonly string[]> {
    const client = await connectToEngine(server.dataFolder)
    await using _closed = { [Symbol.asyncDispose]: () => client.close() }
    const answer = await client.query({
      query,
      query_params,
      format: 'JSONEachRow',
      clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
    })
    return (await answer.text()).split('\n').filter((line) => line !== '')
  }

  async function call(path: string, init: RequestInit = {}): Promise<JsonObject> {
    const answer = await fetch(`${server.url}api${path}`, { headers, ...init })
    const body: unknown = await answer.json()
    if (!answer.ok || !isJsonObject(body)) throw new Error(`${path}: ${answer.status} ${JSON.stringify(body)}`)
    return body
  }

  async function rowsOf({ id }: LaunchedInput): Promise<readonly JsonObject[]> {
    const lines = await askEngine(`SELECT ${COLUMNS} FROM messages WHERE gl2_source_input = {id:String} ORDER BY id`, {
      id,
    })
    return lines.map((line) => {
      const row: unknown = JSON.parse(line, withDigits)
      if (!isJsonObject(row)) throw new Error(`no row: ${line}`)
      return row
    })
  }

  const running = starting.move()
  return {
    server,
    url: server.url,
    call,
    async launch(type, configuration = {}) {
      const port = await freePort()
      const body = {
        title: type,
        type,
        global: true,
        configuration: { bind_address: '127.0.0.1', port, ...configuration },
      }
      const { id } = await call('/system/inputs', { method: 'POST', body: JSON.stringify(body) })
      await expect
        .poll(() => call(`/system/inputstates/${id}`).catch(String), { timeout: 60_000 })
        .toMatchObject({ state: 'RUNNING' })
      return { id: String(id), type, port }
    },
    async stored(input, count) {
      await expect.poll(async () => (await rowsOf(input)).length).toBeGreaterThanOrEqual(count)
      const rows = await rowsOf(input)
      expect(rows.length, 'more was stored than was sent').toBe(count)
      return rows
    },
    async numbers() {
      const lines = await askEngine(
        `SELECT toUInt32OrZero(extract(message, '^number (\\\\d+)')) AS n, toUInt32(count()) AS times FROM messages
         WHERE startsWith(message, 'number ') GROUP BY n`,
      )
      const rows: { n: number; times: number }[] = lines.map((line) => JSON.parse(line))
      return new Map(rows.map(({ n, times }) => [n, times]))
    },
    async metric({ type, id }, name) {
      const metrics = [`${type}.${id}.${name}`]
      const found = await call('/system/metrics/multiple', { method: 'POST', body: JSON.stringify({ metrics }) })
      const { count, value, rate } = Object(found)['metrics'][0]?.metric ?? {}
      return Number(count ?? value ?? rate?.total)
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** Integers that a double may have rounded become bigints. */
const withDigits = (_key: string, value: unknown, context: { readonly source?: string }): unknown =>
  typeof value === 'number' && losesDigits(value) ? BigInt(context.source ?? Number.NaN) : value
