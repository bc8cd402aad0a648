import type { SimulationResponse } from '@logyard/contract/pipelines/simulator'
import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { singleResult } from '../../lookup/lookup-results.ts'
import type { LookupKey, LookupTable, LookupTables } from '../../lookup/lookup-tables.ts'
import { type PipelinesUnderTest, startPipelines } from '../testing/start-pipelines.ts'

const OTHER = '5ca1ab1e0000000000000001'
const UNKNOWN = '5f0000000000000000000000'
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const AT = '2021-03-04T05:06:07.089Z'

/** A table whose values are known only after a lookup was resolved. */
function slowTable(): LookupTable {
  const fetched = new Set<LookupKey>()
  return {
    lookUp(key) {
      if (fetched.has(key)) return singleResult(`value of ${key}`)
      return {
        async resolve() {
          fetched.add(key)
        },
      }
    },
    writer: undefined,
  }
}
const slow = slowTable()
const lookupTables: LookupTables = { find: (name) => (name === 'slow' ? slow : undefined) }

let logyard: PipelinesUnderTest
beforeAll(async () => {
  logyard = await startPipelines([DEFAULT_STREAM_ID, OTHER], { lookupTables, inputs: new Map([['i1', 'Syslog']]) })
})
afterAll(() => logyard[Symbol.asyncDispose]())

interface Sources {
  /** `when ... then ...` by name. */
  readonly rules: Readonly<Record<string, string>>
  /** Stages by name of the pipeline. */
  readonly pipelines?: Readonly<Record<string, string>>
  /** Names of pipelines by stream. */
  readonly connections?: Readonly<Record<string, readonly string[]>>
}

/** Replaces everything that is stored. Without pipelines, one with all rules is connected to the default stream. */
async function store({ rules, pipelines, connections }: Sources): Promise<ReadonlyMap<string, string>> {
  for (const kind of ['rule', 'pipeline']) {
    const { body } = await logyard.call('GET', `/system/pipelines/${kind}`)
    for (const { id } of Array.isArray(body) ? body : [])
      await logyard.call('DELETE', `/system/pipelines/${kind}/${id}`)
  }
  const ids = new Map<string, string>()
  for (const [name, rest] of Object.entries(rules)) ids.set(name, await logyard.addRule(`rule "${name}" ${rest} end`))
  const names = Object.keys(rules).map((name) => `rule "${name}"`)
  const stages = pipelines ?? { all: `stage 0 match either ${names.join(' ')}` }
  for (const [name, text] of Object.entries(stages))
    ids.set(name, await logyard.addPipeline(`pipeline "${name}" ${text} end`))
  const byStream = connections ?? { [DEFAULT_STREAM_ID]: Object.keys(stages) }
  for (const stream_id of [DEFAULT_STREAM_ID, OTHER]) {
    const pipeline_ids = (byStream[stream_id] ?? []).map((name) => ids.get(name))
    await logyard.call('POST', '/system/pipelines/connections/to_stream', { body: { stream_id, pipeline_ids } })
  }
  return ids
}

async function simulate(message: object, more: object = {}): Promise<SimulationResponse> {
  const body = { stream_id: DEFAULT_STREAM_ID, message, ...more }
  const answer = await logyard.call('POST', '/system/pipelines/simulate', { body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return Object(answer.body)
}
/** The fields that the actions leave. */
async function simulated(actions: string, message: object = { message: 'hello' }) {
  await store({ rules: { tried: `when true then ${actions}` } })
  return (await simulate({ _id: 'm', source: 'web-1', timestamp: AT, ...message })).messages[0]?.message ?? {}
}

test('the response has the resulting message, a trace and the time that it took', async () => {
  const ids = await store({ rules: { mark: 'when $message.level == 3 then set_field("marked", true);' } })
  const [rule, pipeline] = [`Rule 'mark' (${ids.get('mark')})`, `Pipeline 'all' (${ids.get('all')})`]
  const { messages, simulation_trace, took_microseconds } = await simulate({ _id: 'm1', message: 'hello', level: 3 })
  expect(messages).toEqual([
    {
      message: {
        _id: 'm1',
        message: 'hello',
        level: 3,
        marked: true,
        streams: [DEFAULT_STREAM_ID],
        timestamp: '2026-03-01T09:00:00.000Z',
      },
      index: '',
      highlight_ranges: null,
      decoration_stats: null,
    },
  ])
  expect(simulation_trace.map(({ message }) => message)).toEqual([
    'Starting message processing',
    `Message m1 running [${pipeline}] for streams [${DEFAULT_STREAM_ID}]`,
    'Enter Stage 0',
    `Evaluate ${rule} in ${pipeline}`,
    `Evaluation satisfied ${rule} in ${pipeline}`,
    `Execute ${rule} in ${pipeline}`,
    `Finished execution ${rule} in ${pipeline}`,
    `Completed Stage 0 for ${pipeline}, continuing to next stage`,
    'Exit Stage 0',
    'Finished message processing',
  ])
  const times = simulation_trace.map(({ time }) => time)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(took_microseconds).toBeGreaterThanOrEqual(times.at(-1) ?? 0)
})

test('a dropped message is absent, and the trace goes on to its end', async () => {
  await store({ rules: { drop: 'when true then drop_message();' } })
  const { messages, simulation_trace: trace } = await simulate({ _id: 'm' })
  expect(messages).toEqual([])
  expect([trace[0]?.message, trace.at(-1)?.message]).toEqual([
    'Starting message processing',
    'Finished message processing',
  ])
})

test('created and cloned messages follow, with ids of their own', async () => {
  await store({
    rules: {
      copy: 'when not has_field("copied") then set_field("copied", true); clone_message(); create_message("new");',
    },
  })
  const { messages } = await simulate({ _id: 'm', message: 'old' })
  expect(messages.map(({ message }) => [message['message'], message['streams']])).toEqual([
    ['old', [DEFAULT_STREAM_ID]],
    ['old', [DEFAULT_STREAM_ID]],
    ['new', []],
  ])
  const ids = messages.map(({ message }) => String(message['_id']))
  expect([ids[0], new Set(ids).size, ids.slice(1).every((id) => UUID.test(id))]).toEqual(['m', 3, true])
})

test('without _id one is made up, and fields pass the rules of messages', async () => {
  await store({ rules: {}, pipelines: {} })
  const message = {
    message: ' hello ',
    empty: '  ',
    nothing: null,
    'bad name!': 1,
    nested: { a: [1] },
    list: ['a', null, 2],
  }
  const [first] = (await simulate({ ...message, streams: [OTHER], gl2_source_input: 'forged' })).messages
  expect(first?.message).toEqual({
    _id: expect.stringMatching(UUID),
    message: 'hello',
    nested: '{"a":[1]}',
    list: ['a', 2],
    streams: [DEFAULT_STREAM_ID],
    timestamp: '2026-03-01T09:00:00.000Z',
  })
})

test.each([
  [AT, AT],
  ['2021-03-04 05:06:07.089', AT],
  ['2021-03-04T05:06:07.089+02:00', '2021-03-04T03:06:07.089Z'],
  ['2021-03-04T05:06:07', '2021-03-04T05:06:07.000Z'],
  ['tomorrow', '2026-03-01T09:00:00.000Z'],
  [17, '2026-03-01T09:00:00.000Z'],
])('the timestamp %j is the date %s for rules', async (timestamp, date) => {
  const fields = await simulated('set_field("year", to_date($message.timestamp).year);', { timestamp })
  expect(fields).toMatchObject({ timestamp: date, year: Number(date.slice(0, 4)) })
})

test('integers keep all of their digits', async () => {
  await store({ rules: { long: 'when true then set_field("long", to_long("9223372036854775807"));' } })
  const body = { stream_id: DEFAULT_STREAM_ID, message: { _id: 'm' } }
  const answer = await logyard.text('POST', '/system/pipelines/simulate', body)
  expect(answer).toContain('"long":9223372036854775807')
})

test('routing runs the pipelines of the other stream, once', async () => {
  await store({
    rules: {
      route: `when true then route_to_stream(id: "${OTHER}");`,
      count: 'when true then set_field("runs", to_long($message.runs) + 1);',
    },
    pipelines: { first: 'stage 0 match either rule "route"', second: 'stage 0 match either rule "count"' },
    connections: { [DEFAULT_STREAM_ID]: ['first'], [OTHER]: ['second'] },
  })
  const [first] = (await simulate({ _id: 'm' })).messages
  expect(first?.message).toMatchObject({ runs: 1, streams: [DEFAULT_STREAM_ID, OTHER] })
})

test('the message appears to come from the input that the request names', async () => {
  await store({ rules: { input: 'when from_input(name: "syslog") then set_field("found", true);' } })
  expect((await simulate({ _id: 'm' })).messages[0]?.message).not.toHaveProperty('found')
  const [first] = (await simulate({ _id: 'm' }, { input_id: 'i1' })).messages
  expect(first?.message).toMatchObject({ found: true, gl2_source_input: 'i1' })
})

test('values are looked up, those that depend on others too', async () => {
  const chained = 'let one = to_string(lookup_value("slow", "a")); set_field("two", lookup_value("slow", one));'
  const unknown = 'set_field("none", lookup_value("no such table", "a", "otherwise"));'
  expect(await simulated(`${chained} ${unknown}`)).toMatchObject({ two: 'value of value of a', none: 'otherwise' })
})

test('errors of rules are reported on the message and in the trace', async () => {
  await store({ rules: { fails: 'when true then set_field("before", 1); set_field("x", 1 / to_long("0"));' } })
  const { messages, simulation_trace } = await simulate({ _id: 'm' })
  expect(messages[0]?.message).toMatchObject({ before: 1 })
  expect(messages[0]?.message['gl2_processing_error']).toMatch(/^For rule 'fails': /)
  expect(simulation_trace.some(({ message }) => message.startsWith("Failed execution Rule 'fails'"))).toBe(true)
})

test('a rule that clones without end stops at a limit', async () => {
  await store({ rules: { clone: 'when true then clone_message();' } })
  const { messages } = await simulate({ _id: 'm' })
  expect(messages.length).toBeGreaterThan(1)
  expect(messages.length).toBeLessThanOrEqual(1001)
  expect(JSON.stringify(messages)).toContain('gl2_processing_error')
})

test('debug lines are logged; counters and meters stay as they are', async () => {
  const before = logyard.metrics.names()
  await simulated('debug("a line of a rule"); metric_counter_inc("counted");')
  expect(logyard.logged()).toContain('a line of a rule')
  expect(logyard.logged()).toContain('"marker":"message"')
  expect(logyard.metrics.names()).toEqual(before)
})

test('a rule that is switched off counts as not listed', async () => {
  const ids = await store({
    rules: { never: 'when false then', last: 'when true then set_field("reached", true);' },
    pipelines: { all: 'stage 0 match all rule "never" stage 1 match either rule "last"' },
  })
  expect((await simulate({ _id: 'm' })).messages[0]?.message).not.toHaveProperty('reached')
  await logyard.call('PUT', `/logyard/pipelines/rules/${ids.get('never')}/switch`, { body: { is_on: false } })
  const { messages, simulation_trace } = await simulate({ _id: 'm' })
  expect(messages[0]?.message).toMatchObject({ reached: true })
  expect(simulation_trace.some(({ message }) => message.includes("'never'"))).toBe(false)
})

test('a saved rule acts on the next simulation', async () => {
  const ids = await store({ rules: { changing: 'when true then set_field("version", 1);' } })
  expect((await simulate({ _id: 'm' })).messages[0]?.message).toMatchObject({ version: 1 })
  const body = { source: 'rule "changing" when true then set_field("version", 2); end' }
  await logyard.call('PUT', `/system/pipelines/rule/${ids.get('changing')}`, { body })
  expect((await simulate({ _id: 'm' })).messages[0]?.message).toMatchObject({ version: 2 })
})

test.each([
  ['pipeline_rule:read', DEFAULT_STREAM_ID, 403],
  [`streams:read:${DEFAULT_STREAM_ID}`, DEFAULT_STREAM_ID, 403],
  [`pipeline_rule:read,streams:read:${OTHER}`, DEFAULT_STREAM_ID, 403],
  [`pipeline_rule:read,streams:read:${UNKNOWN}`, UNKNOWN, 404],
  [`pipeline_rule:read,streams:read:${DEFAULT_STREAM_ID}`, DEFAULT_STREAM_ID, 200],
])('with %s, a simulation in the stream %s answers %i', async (as, stream_id, status) => {
  const body = { stream_id, message: { _id: 'm' } }
  expect((await logyard.call('POST', '/system/pipelines/simulate', { body, as })).status).toBe(status)
})

test('a simulation that runs away is stopped, and the server answers meanwhile', async () => {
  await store({ rules: { slow: 'when true then set_field("x", regex("^(a+)+$", to_string($message.text)).matches);' } })
  const body = { stream_id: DEFAULT_STREAM_ID, message: { _id: 'm', text: `${'a'.repeat(60)}!` } }
  let status: number | undefined
  const running = logyard.call('POST', '/system/pipelines/simulate', { body }).then((answer) => {
    status = answer.status
    return answer
  })
  expect((await logyard.call('GET', '/system/pipelines/rule')).body).toMatchObject([{ title: 'slow', errors: null }])
  expect(status).toBeUndefined()
  const afterTheLimit = () => {
    logyard.clock.advance(1000)
    return status
  }
  await expect.poll(afterTheLimit).toBe(400)
  expect((await running).body).toMatchObject({ message: expect.stringContaining('stopped after 8 seconds') })
})
