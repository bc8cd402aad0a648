import type { TrialResponse } from '@logyard/contract/pipelines/trials'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyResult, singleResult } from '../../lookup/lookup-results.ts'
import type { LookupTable, LookupWriter } from '../../lookup/lookup-tables.ts'
import { type PipelinesUnderTest, startPipelines } from '../testing/start-pipelines.ts'

const STREAM = '5ca1ab1e0000000000000001'
const OTHER = '5ca1ab1e0000000000000002'
const PATH = '/logyard/pipelines/trials'
const MESSAGES = 200

const written: string[] = []
const noWrites: LookupWriter = {
  setValue(key) {
    written.push(String(key))
    return emptyResult()
  },
  setStringList: () => emptyResult(),
  addStringList: () => emptyResult(),
  removeStringList: () => emptyResult(),
  clear: () => undefined,
  assignTtl: () => emptyResult(),
}
const users: LookupTable = { lookUp: (key) => singleResult(`user ${key}`), writer: noWrites }

/** Stored messages with the levels 0 to 7 in turn. */
const documents = Array.from({ length: MESSAGES }, (_, at) => ({
  index: 'graylog_0',
  document: {
    _id: `id-${at}`,
    timestamp: '2026-03-01T08:00:00.000Z',
    source: 'web-1',
    message: `request ${at}`,
    streams: [STREAM],
    level: at % 8,
    gl2_source_input: 'i1',
    gl2_message_id: `01${at}`,
    big: 9007199254740993n,
  },
}))

let logyard: PipelinesUnderTest
beforeAll(async () => {
  logyard = await startPipelines([STREAM], {
    documents,
    inputs: new Map([['i1', 'Syslog']]),
    lookupTables: { find: (name) => (name === 'users' ? users : undefined) },
  })
})
afterAll(() => logyard[Symbol.asyncDispose]())

const ruleOf = (name: string, rest: string) => `rule "${name}" ${rest} end`
async function tried(body: object): Promise<TrialResponse> {
  const answer = await logyard.call('POST', PATH, { body: { stream_id: STREAM, ...body } })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return Object(answer.body)
}

test('a rule that is not saved runs on the newest messages, without effect', async () => {
  const source = ruleOf(
    'errors',
    'when to_long($message.level) <= 3 then set_field("is_error", true); remove_field("level"); end',
  )
  const { messages, ...outcome } = await tried({ rule: { source }, messages: 80, shown: 2 })
  expect(outcome).toEqual({
    checked: 80,
    is_complete: true,
    edited: {
      matched: 40,
      changed: 40,
      dropped: 0,
      created: 0,
      failed: 0,
      errors: [],
      microseconds_per_message: expect.any(Number),
    },
    saved: null,
    differing: null,
  })
  expect(messages).toHaveLength(2)
  const [first] = messages
  expect(first).toMatchObject({
    id: 'id-0',
    index: 'graylog_0',
    matched: true,
    dropped: false,
    error: null,
    created: [],
  })
  expect(first?.before).toMatchObject({ level: 0, message: 'request 0', gl2_source_input: 'i1' })
  expect(first?.after).toMatchObject({ is_error: true, gl2_message_id: '010' })
  expect(first?.after).not.toHaveProperty('level')
  expect((await logyard.call('GET', '/system/pipelines/rule')).body).toEqual([])
})

test('what is edited is compared with what is saved', async () => {
  const id = await logyard.addRule(ruleOf('kept', 'when to_long($message.level) == 0 then set_field("found", 1);'))
  const source = ruleOf('renamed', 'when to_long($message.level) <= 1 then set_field("found", 1);')
  const { edited, saved, differing, messages } = await tried({ rule: { id, source }, shown: 3 })
  expect([edited.matched, saved?.matched, differing]).toEqual([MESSAGES / 4, MESSAGES / 8, MESSAGES / 8])
  expect(saved?.microseconds_per_message).toBeGreaterThan(0)
  expect(messages.map(({ differs, before }) => [differs, before['level']])).toEqual([
    [true, 1],
    [true, 1],
    [true, 1],
  ])
})

test('failed messages are shown first, with their error; errors are counted', async () => {
  const source = ruleOf('fails', 'when to_long($message.level) == 7 then set_field("x", 1 / to_long("0"));')
  const { edited, messages } = await tried({ rule: { source }, shown: 1 })
  expect([edited.failed, edited.changed]).toEqual([MESSAGES / 8, 0])
  expect(edited.errors).toEqual([{ error: expect.stringContaining("For rule 'fails'"), count: MESSAGES / 8 }])
  expect(messages[0]).toMatchObject({ error: edited.errors[0]?.error, matched: true })
})

test('a pipeline runs with the saved rules, whatever it is connected to', async () => {
  await logyard.addRule(
    ruleOf('drops "all"', 'when true then create_message("made"); drop_message();').replaceAll('"all"', '\\"all\\"'),
  )
  const id = await logyard.addPipeline('pipeline "saved" stage 0 match either end')
  const source = 'pipeline "saved" stage 0 match either rule "drops \\"all\\"" end'
  const { edited, saved, messages } = await tried({ pipeline: { id, source }, messages: 10 })
  expect(edited).toMatchObject({ matched: 10, dropped: 10, created: 10 })
  expect(saved).toMatchObject({ matched: 0, dropped: 0, created: 0 })
  expect(messages[0]).toMatchObject({ dropped: true, created: [{ message: 'made', streams: [] }] })
})

test('values are looked up, but writes to tables, counters and debug lines have no effect', async () => {
  const before = logyard.metrics.names()
  const source = ruleOf(
    'looks',
    `when true then
      set_field("user", lookup_value("users", to_string($message.level)));
      lookup_set_value("users", "key", "value"); metric_counter_inc("tried"); debug("tried");`,
  )
  const { edited, messages } = await tried({ rule: { source }, messages: 8, shown: 1 })
  expect([edited.changed, messages[0]?.after['user']]).toEqual([8, 'user 0'])
  expect(written).toEqual([])
  expect(logyard.metrics.names()).toEqual(before)
  expect(logyard.logged()).toBe('')
})

test('a table that the caller may not read counts as missing', async () => {
  const source = ruleOf('peeks', 'when true then set_field("user", lookup_value("users", "ada", "unknown"));')
  const body = { stream_id: STREAM, rule: { source }, messages: 1 }
  const as = `pipeline_rule:create,streams:read:${STREAM}`
  for (const [permissions, user] of [
    [as, 'unknown'],
    [`${as},lookuptables:read:users`, 'user ada'],
  ] as const) {
    const tried = await logyard.call('POST', PATH, { body, as: permissions })
    expect(tried).toMatchObject({ status: 200, body: { messages: [{ after: { user } }] } })
  }
})

test('an example takes the place of stored messages', async () => {
  const source = ruleOf('one', 'when $message.a == 1 then set_field("b", 2);')
  const example = { a: 1, message: 'typed in' }
  const { checked, messages } = await tried({ stream_id: null, rule: { source }, example })
  expect(checked).toBe(1)
  expect(messages[0]).toMatchObject({ index: '', matched: true, before: { a: 1 }, after: { a: 1, b: 2 } })
})

test('integers keep all of their digits', async () => {
  const body = { stream_id: STREAM, rule: { source: ruleOf('any', 'when true then') }, messages: 1 }
  expect(await logyard.text('POST', PATH, body)).toContain('"big":9007199254740993')
})

test('a source that does not parse is refused with its errors', async () => {
  const body = { stream_id: STREAM, rule: { source: 'rule "x" when then end' } }
  expect(await logyard.call('POST', PATH, { body })).toMatchObject({ status: 400, body: [{ type: 'syntax_error' }] })
})

const rule = { source: ruleOf('x', 'when true then') }
const pipeline = { source: 'pipeline "x" stage 0 match either end' }
test.each([
  ['no source', { stream_id: STREAM }],
  ['two sources', { stream_id: STREAM, rule, pipeline }],
  ['no messages', { rule }],
  ['messages of two kinds', { rule, stream_id: STREAM, example: {} }],
  ['too many messages', { rule, stream_id: STREAM, messages: 10_001 }],
])('a trial with %s is refused', async (_what, body) => {
  expect((await logyard.call('POST', PATH, { body })).status).toBe(400)
})

test('the caller must be allowed to save the source, and to read every message', async () => {
  const ruleId = await logyard.addRule(ruleOf('guarded', 'when true then'))
  const pipelineId = await logyard.addPipeline('pipeline "guarded" stage 0 match either end')
  const reads = `streams:read:${STREAM}`
  const ofStream = { stream_id: STREAM, messages: 1 }
  for (const [body, permissions] of [
    [{ ...ofStream, rule }, ['pipeline_rule:create', reads]],
    [{ ...ofStream, rule: { ...rule, id: ruleId } }, [`pipeline_rule:edit:${ruleId}`, reads]],
    [{ ...ofStream, pipeline }, ['pipeline:create', 'pipeline_rule:read', reads]],
    [
      { ...ofStream, pipeline: { ...pipeline, id: pipelineId } },
      [`pipeline:edit:${pipelineId}`, 'pipeline_rule:read', reads],
    ],
    [{ input_id: 'i1', messages: 1, rule }, ['pipeline_rule:create', 'inputs:read:i1']],
  ] as const) {
    for (const missing of permissions) {
      const as = permissions.filter((permission) => permission !== missing).join()
      expect([missing, (await logyard.call('POST', PATH, { body, as })).status]).toEqual([missing, 403])
    }
    expect((await logyard.call('POST', PATH, { body, as: permissions.join() })).status).toBe(200)
  }
  for (const target of [{ stream_id: OTHER }, { input_id: 'none' }])
    expect((await logyard.call('POST', PATH, { body: { rule, ...target } })).status).toBe(404)
})
