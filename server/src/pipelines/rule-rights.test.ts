/** What an author needs before a rule may run in the name of the server: who saves or connects it has all of this. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { singleResult } from '../lookup/lookup-results.ts'
import { ruleFunctions } from './functions/rule-functions.ts'
import { functionNeeds } from './needs/function-needs.ts'
import { type PipelinesUnderTest, startPipelines } from './testing/start-pipelines.ts'

const OWN = '5f00000000000000000000aa'
const SECRET = '5f00000000000000000000bb'
const RULES = '/system/pipelines/rule'
const PIPELINES = '/system/pipelines/pipeline'
const each = (group: string) => ['create', 'edit', 'read', 'delete'].map((action) => `${group}:${action}`)
const EDITOR = [...['pipeline_rule', 'pipeline', 'pipeline_connection'].flatMap(each), `streams:read:${OWN}`].join()
const LEAK = 'set_field("leak", lookup_value("secret-table", "k1"))'

let logyard: PipelinesUnderTest
beforeAll(async () => {
  const table = { lookUp: () => singleResult('TOP-SECRET'), writer: undefined }
  const lookupTables = { find: (name: string) => (name === 'secret-table' ? table : undefined) }
  logyard = await startPipelines([DEFAULT_STREAM_ID, OWN, SECRET], { lookupTables })
})
afterAll(() => logyard[Symbol.asyncDispose]())

const ruleOf = (name: string, action: string) => `rule "${name}" when true then ${action}; end`
const pipelineOf = (name: string, ...rules: readonly string[]) =>
  `pipeline "${name}" stage 0 match either ${rules.map((one) => `rule "${one}"`).join(' ')} end`
const save = (path: string, source: string, as: string, method = 'POST') =>
  logyard.call(method, path, { body: { source }, as })
const connect = (stream: string, pipelines: readonly string[], as = '*') =>
  logyard.call('POST', '/system/pipelines/connections/to_stream', {
    body: { stream_id: stream, pipeline_ids: pipelines },
    as,
  })
const messageOf = ({ body }: { readonly body: unknown }): string => String(Object(body).message)

test.each([
  ['reads a table', LEAK, 'lookuptables:read:secret-table'],
  [
    'reads a table in a part of an expression',
    `set_field("a", [to_string(lookup("secret-table", 1))])`,
    'lookuptables:read:secret-table',
  ],
  [
    'names the arguments',
    'let v = lookup_value(key: "k", lookup_table: "secret-table")',
    'lookuptables:read:secret-table',
  ],
  ['computes the name of a table', 'let t = "secret-table"; let v = lookup_value(t, "k")', 'lookuptables:read'],
  ['names a table that does not exist yet', 'let v = lookup_value("future", "k")', 'lookuptables:read'],
  [
    'writes a table',
    'lookup_set_value("secret-table", "k", 1)',
    'lookuptables:read:secret-table,lookuptables:edit:secret-table',
  ],
  ['asks threat intelligence', 'set_fields(tor_lookup("1.2.3.4"))', 'lookuptables:read'],
  ['routes by id', `route_to_stream(id: "${SECRET}")`, `streams:edit:${SECRET}`],
  ['routes by title', `route_to_stream("Stream ${SECRET}")`, `streams:edit:${SECRET}`],
  ['routes by a computed title', 'route_to_stream(to_string($message.room))', 'streams:edit'],
  ['removes from a stream', `remove_from_stream(id: "${SECRET}")`, `streams:edit:${SECRET}`],
  [
    'removes from the default stream',
    `route_to_stream(id: "${OWN}", remove_from_default: true)`,
    `streams:edit:${OWN},streams:edit:${DEFAULT_STREAM_ID}`,
  ],
])('a rule that %s needs the permission for it', async (what, action, permissions) => {
  const source = ruleOf(what, action)
  const refused = await save(RULES, source, EDITOR)
  expect(refused.status).toBe(403)
  expect(messageOf(refused)).toContain(`the rule "${what}" needs the permission`)
  for (const missing of permissions.split(',').slice(1)) {
    const others = permissions.split(',').filter((one) => one !== missing)
    expect((await save(RULES, source, [EDITOR, ...others].join())).status).toBe(403)
  }
  expect((await save(RULES, source, `${EDITOR},${permissions}`)).status).toBe(200)
})

test('the refusal is the same for a table that exists and for one that does not', async () => {
  const refusal = async (table: string) =>
    messageOf(await save(RULES, ruleOf('asks', `lookup_value("${table}", "k")`), EDITOR)).replace(table, 'TABLE')
  expect(await refusal('secret-table')).toBe(await refusal('unheard'))
})

test('a rule of somebody else needs what it then reaches: the streams of the pipelines that name it', async () => {
  const id = await logyard.addRule(ruleOf('of admin', 'set_field("a", 1)'))
  const pipeline = await logyard.addPipeline(pipelineOf('watching', 'of admin', 'not yet'))
  await connect(SECRET, [pipeline])
  const changed = ruleOf('of admin', 'set_field("b", 1)')
  const refused = await save(`${RULES}/${id}`, changed, EDITOR, 'PUT')
  expect(refused.status).toBe(403)
  expect(messageOf(refused)).toContain('streams:read')
  expect(messageOf(refused)).not.toContain(SECRET)
  // A new rule, or a new name of a rule, that the pipeline names already.
  const named = ruleOf('not yet', 'set_field("b", 1)')
  expect((await save(RULES, named, EDITOR)).status).toBe(403)
  const own = await logyard.addRule(ruleOf('own', 'set_field("b", 1)'))
  expect((await save(`${RULES}/${own}`, named, EDITOR, 'PUT')).status).toBe(403)
  // The description can be changed, and everything with the permission.
  expect((await save(`${RULES}/${id}`, ruleOf('of admin', 'set_field("a", 1)'), EDITOR, 'PUT')).status).toBe(200)
  expect((await save(`${RULES}/${id}`, changed, `${EDITOR},streams:read:${SECRET}`, 'PUT')).status).toBe(200)
  const restore = `/logyard/pipelines/rules/${id}/versions/1/restore`
  expect((await logyard.call('POST', restore, { as: EDITOR })).status).toBe(403)
  const turn = (is_on: boolean, as: string) =>
    logyard.call('PUT', `/logyard/pipelines/rules/${id}/switch`, { body: { is_on }, as })
  expect((await turn(false, EDITOR)).status).toBe(200)
  expect((await turn(true, EDITOR)).status).toBe(403)
  // The pipeline itself, too.
  const emptied = await save(`${PIPELINES}/${pipeline}`, pipelineOf('watching'), EDITOR, 'PUT')
  expect(emptied.status).toBe(403)
})

test('a pipeline needs what the rules of others that it names reach, when it is saved and when it is connected', async () => {
  const id = await logyard.addRule(ruleOf('leaks', LEAK))
  const named = pipelineOf('borrowing', 'leaks')
  const refused = await save(PIPELINES, named, EDITOR)
  expect(messageOf(refused)).toContain('lookuptables:read for the lookup table "secret-table"')
  // Without the permission on the rule nobody learns what it names.
  const blind = `pipeline:create,pipeline_rule:read:${OWN}`
  expect(messageOf(await save(PIPELINES, named, blind))).not.toContain('secret-table')
  const own = await logyard.addPipeline(pipelineOf('mine'))
  expect((await save(`${PIPELINES}/${own}`, pipelineOf('mine', 'leaks'), EDITOR, 'PUT')).status).toBe(403)
  const pipeline = await logyard.addPipeline(named)
  expect((await connect(OWN, [pipeline], EDITOR)).status).toBe(403)
  const toPipeline = { pipeline_id: pipeline, stream_ids: [OWN] }
  const asEditor = { body: toPipeline, as: EDITOR }
  expect((await logyard.call('POST', '/system/pipelines/connections/to_pipeline', asEditor)).status).toBe(403)
  expect((await connect(OWN, [pipeline], `${EDITOR},lookuptables:read:secret-table`)).status).toBe(200)
  // A connection that exists stays when another one is added.
  expect((await connect(OWN, [pipeline, own], EDITOR)).status).toBe(200)
  expect((await logyard.call('DELETE', `${RULES}/${id}`)).status).toBeLessThan(300)
})

test('the simulator finds nothing in tables that the caller may not read', async () => {
  await logyard.addRule(ruleOf('simulated', LEAK))
  const pipeline = await logyard.addPipeline(pipelineOf('simulating', 'simulated'))
  await connect(OWN, [pipeline])
  const simulated = async (as: string) => {
    const body = { stream_id: OWN, message: { _id: 'a', message: 'x' } }
    return JSON.stringify((await logyard.call('POST', '/system/pipelines/simulate', { body, as })).body)
  }
  expect(await simulated(`pipeline_rule:read,streams:read:${OWN}`)).not.toContain('TOP-SECRET')
  expect(await simulated(`pipeline_rule:read,streams:read:${OWN},lookuptables:read`)).toContain('TOP-SECRET')
})

/** Functions beside those with needs: they change, drop or create messages of streams that the author may read. */
const WITHOUT_NEEDS = ['clone_message', 'create_message', 'drop_message', 'from_input', 'in_private_net']

test('every function that reaches lookup tables or streams has needs', () => {
  const folder = join(import.meta.dirname, 'functions')
  const reaching = readdirSync(folder)
    .filter((file) => file.endsWith('-functions.ts') && file !== 'rule-functions.ts')
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .filter((text) => /\b(foundIn|lookUp|lookupWriter|streamById|streamsByTitle|addStream|removeStream)\b/.test(text))
    .flatMap((text) => [...text.matchAll(/^ {2}name: '(\w+)'/gm)].map(([, name]) => name ?? ''))
  expect(reaching.length).toBeGreaterThan(20)
  expect(reaching.filter((name) => !functionNeeds.has(name)).toSorted()).toEqual(WITHOUT_NEEDS)
  const known = new Set(ruleFunctions.map(({ name }) => name))
  expect([...functionNeeds.keys()].filter((name) => !known.has(name))).toEqual([])
})
