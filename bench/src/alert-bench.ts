/** From a message to the request of a web hook, while messages arrive at a steady rate. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { Sent } from './ingest-sender.ts'
import { type IngestTarget, startIngestTarget } from './ingest-target.ts'
import { quantile } from './median.ts'

type Print = (line: string) => void

const PER_SECOND = 5000
const SECONDS = 20
const ALARM_EVERY = 500
const OTHER_DEFINITIONS = 9
const HOUR_MS = 3_600_000
const LIMIT_MS = 60_000
const POLL_MS = 100

/** An alarm as the web hook was told of it. */
interface Told {
  readonly number: number
  readonly atMs: number
  readonly evaluatedAtMs: number
}

export async function benchAlerts(print: Print): Promise<void> {
  await using target = await startIngestTarget()
  const told: Told[] = []
  await using hook = await startHook(told)
  await prepare(target, hook.url)
  const messages = PER_SECOND * SECONDS
  const before = target.processorMs()
  const { marks } = await target.send({
    ...{ input: 'gelf-tcp', form: 'numbered', messages, perSecond: PER_SECOND },
    alarmEvery: ALARM_EVERY,
  })
  const after = target.processorMs()
  const alarms = messages / ALARM_EVERY
  for (let waitedMs = 0; told.length < alarms && waitedMs < LIMIT_MS; waitedMs += POLL_MS) await setTimeout(POLL_MS)
  const cores = [0, 1].map((at) => (((after[at] ?? 0) - (before[at] ?? 0)) / 1000 / SECONDS).toFixed(2))
  printFigures(print, { marks, told, alarms })
  print(`processor time of server and engine: ${cores.join(' and ')} cores`)
}

function printFigures(
  print: Print,
  { marks, told, alarms }: Pick<Sent, 'marks'> & { readonly told: readonly Told[]; readonly alarms: number },
): void {
  const sentAtMs = (number: number) => marks.find(([upTo]) => number < upTo)?.[1] ?? Number.NaN
  const delaysMs = told.map(({ number, atMs }) => atMs - sentAtMs(number))
  const evaluatedMs = told.map(({ number, evaluatedAtMs }) => evaluatedAtMs - sentAtMs(number))
  const at = (values: readonly number[], share: number) => `${quantile(values, share).toFixed(0)} ms`
  const p99 = quantile(delaysMs, 0.99)
  print(
    `sent to web hook at ${PER_SECOND}/s: p50 ${at(delaysMs, 0.5)}, p99 ${at(delaysMs, 0.99)}, ` +
      `at most ${at(delaysMs, 1)} (goal 1,000 ms: ${p99 < 1000 ? 'yes' : 'no'})`,
  )
  print(`of it until the definition runs: p50 ${at(evaluatedMs, 0.5)}, p99 ${at(evaluatedMs, 0.99)}`)
  const distinct = new Set(told.map(({ number }) => number)).size
  print(`${distinct} of ${alarms} alarms were told, ${told.length - distinct} of them again`)
}

async function startHook(told: Told[]) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = await request.toArray()
    const { event } = Object(JSON.parse(Buffer.concat(chunks).toString()))
    const atMs = performance.timeOrigin + performance.now()
    told.push({ number: Number(event.fields.alarm), atMs, evaluatedAtMs: Date.parse(event.timestamp_processing) })
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** One definition that is met now and then, and others that never are; their schedule is of an hour. */
async function prepare({ call }: IngestTarget, url: string): Promise<void> {
  const entries = [{ id: 'hook', title: 'hook', type: 'literal', value: `${url}/` }]
  await call('PUT', '/system/urlwhitelist', { entries, disabled: false })
  const notification = await call('POST', '/events/notifications', {
    ...{ title: 'hook', description: '' },
    config: { type: 'http-notification-v1', url: `${url}/` },
  })
  await call('POST', '/events/definitions', draftOf('_exists_:alarm', notification['id']))
  for (let number = 0; number < OTHER_DEFINITIONS; number++) {
    await call('POST', '/events/definitions', draftOf(`status:999 AND message:"never sent ${number}"`, undefined))
  }
  // Their first runs.
  await setTimeout(1000)
}

const draftOf = (query: string, notificationId: unknown) => ({
  title: `Watch ${query}`,
  description: '',
  priority: 3,
  alert: true,
  config: {
    ...{ type: 'aggregation-v1', query, query_parameters: [], streams: [], group_by: [], series: [], conditions: null },
    search_within_ms: 60_000,
    execute_every_ms: HOUR_MS,
  },
  // biome-ignore lint/suspicious/noTemplateCurlyInString: templates have this form
  field_spec: { alarm: { data_type: 'string', providers: [{ type: 'template-v1', template: '${source.alarm}' }] } },
  key_spec: [],
  notification_settings: { grace_period_ms: 0, backlog_size: 0 },
  notifications:
    notificationId === undefined ? [] : [{ notification_id: notificationId, notification_parameters: null }],
})
