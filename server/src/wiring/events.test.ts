// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates have this form
/** From messages to alerts in a whole server that is killed again and again: each message is one event. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDraft, countOver, type EventServer, startEventServer } from '../events/testing/start-event-server.ts'
import { freePort } from '../testing/free-port.ts'
import { rounds } from '../testing/rounds.ts'

const KILLS = rounds(1, 30)
const SENT_EVERY_MS = 25
const MS_PER_KILL = 30_000
const EVER = { type: 'relative', range: 0 }

let dataFolder: string
let inputPort: number
let server: EventServer

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'logyard-events-'))
  inputPort = await freePort()
  server = await startEventServer({ dataFolder, inputPort })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await rm(dataFolder, { recursive: true, force: true })
})

/** Sends until the signal fires; a message has the time at which it is received. Returns the acknowledged numbers. */
async function sendNumbers(signal: AbortSignal): Promise<readonly number[]> {
  const acknowledged: number[] = []
  for (let n = 1; !signal.aborted; n += 1) {
    const message = {
      version: '1.1',
      host: 'web-1',
      short_message: 'a number',
      _room: 'lab',
      _number: n,
      _user: n % 2 === 0 ? 'bob' : 'eve',
    }
    try {
      const answer = await fetch(`http://127.0.0.1:${inputPort}/gelf`, {
        method: 'POST',
        body: JSON.stringify(message),
      })
      await answer.arrayBuffer()
      if (answer.status === 202) acknowledged.push(n)
    } catch {
      // Nobody listens while the server is away.
    }
    await pause(SENT_EVERY_MS)
  }
  return acknowledged
}

/** One for each second. */
const EACH_SECOND = { search_within_ms: 1000, execute_every_ms: 1000 }
const template = (text: string) => ({ data_type: 'string', providers: [{ type: 'template-v1', template: text }] })

async function define(changes: Parameters<typeof aDraft>[0], streams: readonly string[]): Promise<string> {
  const draft = aDraft({ ...changes, alert: true, config: { ...changes?.config, ...EACH_SECOND, streams } })
  return (await server.make('POST', '/events/definitions', draft)).id
}

/** Fields of all events of a definition, read in pages. */
async function fieldsOf(definitionId: string): Promise<readonly Readonly<Record<string, string>>[]> {
  const found: Readonly<Record<string, string>>[] = []
  for (let page = 1; ; page += 1) {
    const body = { timerange: EVER, filter: { event_definitions: [definitionId] }, per_page: 500, page, sort_by: 'id' }
    const { events, total_events } = await server.make('POST', '/events/search', body)
    for (const { event } of events) found.push(event.fields)
    if (found.length >= total_events || events.length === 0) return found
  }
}

test(
  `through ${KILLS} kills, every stored message is one event and is counted in one window`,
  async () => {
    const stream = await server.stream('lab')
    const single = await define({ title: 'Number', field_spec: { number: template('${source.number}') } }, [stream])
    const field_spec = { count: template('${source.aggregation_value_count}'), user: template('${source.user}') }
    const counted = await define({ title: 'Numbers', field_spec, config: countOver(0, { group_by: ['user'] }) }, [
      stream,
    ])

    const stop = new AbortController()
    const sending = sendNumbers(stop.signal)
    for (let kill = 0; kill < KILLS; kill += 1) {
      await pause(1500 + ((kill * 977) % 2000))
      await server.end('SIGKILL')
      server = await startEventServer({ dataFolder, inputPort })
    }
    await pause(1500)
    stop.abort()
    const acknowledged = await sending

    const numbers = async () => (await fieldsOf(single)).map(({ number }) => Number(number)).toSorted((a, b) => a - b)
    const counts = async () => (await fieldsOf(counted)).reduce((sum, { count }) => sum + Number(count), 0)
    const range = 'from=2000-01-01T00:00:00.000Z&to=2100-01-01T00:00:00.000Z'
    const stored = async (): Promise<number> =>
      (await server.make('GET', `/search/universal/absolute?query=room:lab&limit=1&${range}`)).total_results
    await expect.poll(stored, { interval: 500 }).toBeGreaterThanOrEqual(acknowledged.length)
    const differences = async () => {
      const all = await stored()
      return [(await numbers()).length - all, (await counts()) - all]
    }
    await expect.poll(differences, { interval: 500 }).toEqual([0, 0])
    const found = await numbers()
    expect(found).toEqual([...new Set(found)])
    const missing = new Set(acknowledged).difference(new Set(found))
    expect([...missing]).toEqual([])

    const { alerts } = await server.make('GET', `/events/alerts?definition=${single}`)
    expect(alerts).toMatchObject([{ event_count: found.length }])
    const ofCounted = await server.make('GET', `/events/alerts?definition=${counted}`)
    expect(new Set(ofCounted.alerts.map(({ group }: { group: readonly string[] }) => group.join('|')))).toEqual(
      new Set(['bob', 'eve']),
    )

    const histogram = await server.make('POST', '/events/histogram', { filter: { event_definitions: [single] } })
    expect(histogram.buckets.reduce((sum: number, bucket: { alerts: number }) => sum + bucket.alerts, 0)).toBe(
      found.length,
    )
    const [newest] = await server.eventsOf(single)
    const replay = await server.make('GET', `/events/replay/${newest?.id}`)
    const message = await server.make('GET', `/messages/${replay.index}/${replay.message_id}`)
    expect(String(message.message.fields.number)).toBe(newest?.fields['number'])
  },
  KILLS * MS_PER_KILL + 60_000,
)
