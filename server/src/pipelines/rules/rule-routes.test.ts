import type { FunctionDescriptor } from '@logyard/contract/pipelines/rule-functions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ruleMetricPrefix } from '../metrics/pipeline-metric-names.ts'
import { type PipelinesUnderTest, START, startPipelines } from '../testing/start-pipelines.ts'
import { ruleCollection } from './rule-store.ts'

const RULES = '/system/pipelines/rule'
const UNKNOWN = '5f0000000000000000000000'
const sourceOf = (name: string, condition = 'true') => `rule "${name}" when ${condition} then end`

let logyard: PipelinesUnderTest
beforeAll(async () => {
  logyard = await startPipelines()
})
afterAll(() => logyard[Symbol.asyncDispose]())

test('a rule is created, read, replaced and deleted; its title is the name in the source', async () => {
  const draft = { title: 'ignored', description: 'first', source: sourceOf('made'), errors: [], created_at: 'x' }
  const created = await logyard.call('POST', RULES, { body: draft })
  const { id } = Object(created.body)
  const rule = {
    id: expect.stringMatching(/^[0-9a-f]{24}$/),
    title: 'made',
    description: 'first',
    source: draft.source,
    created_at: START,
    modified_at: START,
    errors: null,
  }
  expect(created).toMatchObject({ status: 200, body: rule })
  expect(Object.keys(Object(created.body)).sort()).toEqual(Object.keys(rule).sort())
  expect(await logyard.call('GET', `${RULES}/${id}`)).toMatchObject({ status: 200, body: rule })

  logyard.clock.advance(1000)
  const source = sourceOf('renamed')
  const replaced = await logyard.call('PUT', `${RULES}/${id}`, { body: { id: UNKNOWN, title: 'made', source } })
  const changed = { ...rule, title: 'renamed', description: null, source, modified_at: '2026-03-01T09:00:01.000Z' }
  expect(replaced).toMatchObject({ status: 200, body: changed })
  expect(await logyard.call('GET', `${RULES}/${id}`)).toMatchObject({ status: 200, body: changed })

  logyard.metrics.meter(`${ruleMetricPrefix(id)}executed`).mark()
  expect((await logyard.call('DELETE', `${RULES}/${id}`)).status).toBe(204)
  expect(logyard.metrics.names(ruleMetricPrefix(id))).toEqual([])
  for (const [method, body] of [['GET'], ['PUT', { source }], ['DELETE']] as const) {
    const gone = await logyard.call(method, `${RULES}/${id}`, { body })
    expect(gone).toMatchObject({ status: 404, body: { type: 'ApiError', message: `No rule with id ${id}` } })
  }
})

test('a second rule with the same name is refused and stores nothing', async () => {
  const first = await logyard.addRule(sourceOf('taken'))
  const other = await logyard.addRule(sourceOf('free'))
  const refused = { status: 400, body: { type: 'ApiError', message: 'There is another rule with the name "taken".' } }
  expect(await logyard.call('POST', RULES, { body: { source: sourceOf('taken', 'false') } })).toMatchObject(refused)
  expect(await logyard.call('PUT', `${RULES}/${other}`, { body: { source: sourceOf('taken') } })).toMatchObject(refused)
  const { body } = await logyard.call('POST', `${RULES}/multiple`, { body: { rules: ['taken', 'free'] } })
  expect(body).toMatchObject([
    { id: first, source: sourceOf('taken') },
    { id: other, source: sourceOf('free') },
  ])
  expect(
    (await logyard.call('PUT', `${RULES}/${first}`, { body: { source: sourceOf('taken', 'false') } })).status,
  ).toBe(200)
})

test('a source that does not parse is refused with the list of its errors', async () => {
  const id = await logyard.addRule(sourceOf('sound'))
  const body = { source: 'rule "sound" when then end' }
  for (const [method, path] of [
    ['POST', RULES],
    ['PUT', `${RULES}/${id}`],
    ['POST', `${RULES}/parse`],
  ] as const) {
    const refused = await logyard.call(method, path, { body })
    expect(refused).toMatchObject({ status: 400, body: [{ type: 'syntax_error', line: 1, position_in_line: 18 }] })
    expect(typeof Object(refused.body)[0].reason).toBe('string')
  }
  expect((await logyard.call('GET', `${RULES}/${id}`)).body).toMatchObject({ source: sourceOf('sound') })
})

test('parse answers the rule without an id and stores nothing', async () => {
  const source = sourceOf('only parsed')
  const parsed = await logyard.call('POST', `${RULES}/parse`, { body: { source }, as: 'none' })
  const unstored = { id: null, created_at: null, modified_at: null, errors: null, description: null }
  expect(parsed).toEqual({ ...parsed, status: 200, body: { ...unstored, title: 'only parsed', source } })
  expect((await logyard.call('POST', `${RULES}/multiple`, { body: { rules: ['only parsed'] } })).body).toEqual([])
})

test('a stored rule that no longer parses stays listed with its errors, and can be corrected', async () => {
  const id = await logyard.addRule(sourceOf('older'))
  const source = 'rule "older" when gone("x") then end'
  await logyard.settings.collection(ruleCollection).update(id, (rule) => ({ ...rule, source }))
  const errors = [
    { type: 'undeclared_function', line: 1, position_in_line: 18, reason: expect.stringContaining('gone') },
  ]
  expect((await logyard.call('GET', `${RULES}/${id}`)).body).toMatchObject({ title: 'older', source, errors })
  const { body } = await logyard.call('GET', RULES)
  expect(Array.isArray(body) && body.find((rule) => rule.id === id)).toMatchObject({ errors })
  const mended = await logyard.call('PUT', `${RULES}/${id}`, { body: { source: sourceOf('older') } })
  expect(mended).toMatchObject({ status: 200, body: { errors: null } })
})

test('rules are listed by title', async () => {
  for (const name of ['b10', 'b9', 'B', 'a']) await logyard.addRule(sourceOf(`order ${name}`))
  const { body } = await logyard.call('GET', RULES)
  const titles = (Array.isArray(body) ? body : [])
    .map(({ title }) => title)
    .filter((title) => title.startsWith('order'))
  expect(titles).toEqual(['order B', 'order a', 'order b10', 'order b9'])
})

test('the metrics config is off until somebody switches it on', async () => {
  const path = `${RULES}/config/metrics`
  expect(await logyard.call('GET', path, { as: 'none' })).toMatchObject({
    status: 200,
    body: { metrics_enabled: false },
  })
  const on = { body: { metrics_enabled: true } }
  expect((await logyard.call('PUT', path, { ...on, as: 'pipeline_rule:read' })).status).toBe(403)
  expect(await logyard.call('PUT', path, { ...on, as: 'pipeline_rule:edit' })).toMatchObject({ status: 200, ...on })
  expect(logyard.pipelines.published.current().hasRuleMetrics).toBe(true)
  expect((await logyard.call('GET', path)).body).toEqual({ metrics_enabled: true })
})

test('what a caller may do with rules depends on the permissions for each', async () => {
  const id = await logyard.addRule(sourceOf('guarded'))
  const other = await logyard.addRule(sourceOf('other'))
  const body = { source: sourceOf('guarded') }
  const as = (permissions: string) => ({ as: permissions })
  for (const [method, path, permission, options] of [
    ['GET', RULES, 'pipeline_rule:read', {}],
    ['GET', `${RULES}/${id}`, `pipeline_rule:read:${id}`, {}],
    ['PUT', `${RULES}/${id}`, `pipeline_rule:edit:${id}`, { body }],
    ['POST', RULES, 'pipeline_rule:create', { body: { source: sourceOf('created by a caller') } }],
    ['GET', `/logyard/pipelines/rules/${id}/versions`, `pipeline_rule:read:${id}`, {}],
    ['GET', `/logyard/pipelines/rules/${id}/versions/1`, `pipeline_rule:read:${id}`, {}],
    ['POST', `/logyard/pipelines/rules/${id}/versions/1/restore`, `pipeline_rule:edit:${id}`, {}],
    ['GET', '/logyard/pipelines/switched-off-rules', 'pipeline_rule:read', {}],
    ['PUT', `/logyard/pipelines/rules/${id}/switch`, `pipeline_rule:edit:${id}`, { body: { is_on: true } }],
    ['DELETE', `${RULES}/${id}`, `pipeline_rule:delete:${id}`, {}],
  ] as const) {
    const wrong = permission.replace(id, other) === permission ? 'streams:read' : permission.replace(id, other)
    expect([path, (await logyard.call(method, path, { ...options, ...as(wrong) })).status]).toEqual([path, 403])
    const allowed = (await logyard.call(method, path, { ...options, ...as(permission) })).status
    expect([method, path, allowed < 300]).toEqual([method, path, true])
  }
  const titles = { rules: ['other', 'guarded', 'nobody has this'] }
  const read = await logyard.call('POST', `${RULES}/multiple`, { body: titles, as: `pipeline_rule:read:${id}` })
  expect(read).toMatchObject({ status: 200, body: [] })
  const readOther = await logyard.call('POST', `${RULES}/multiple`, { body: titles, as: `pipeline_rule:read:${other}` })
  expect(readOther.body).toMatchObject([{ id: other }])
})

test.each([
  ['no source', {}],
  ['a number for its source', { source: 1 }],
  ['an unknown property', { source: sourceOf('x'), colour: 'red' }],
  ['a source that is too long', { source: sourceOf('x'.repeat(100_000)) }],
  ['a description that is too long', { source: sourceOf('x'), description: 'x'.repeat(10_001) }],
])('%s is refused', async (_what, body) => {
  expect((await logyard.call('POST', RULES, { body })).status).toBe(400)
})

test('a malformed id is an unknown one', async () => {
  for (const id of ['x', '..%2f', '%00', 'a'.repeat(500)]) {
    expect((await logyard.call('GET', `${RULES}/${id}`)).status).toBe(404)
  }
})

test('all functions are listed once, with their parameters in positional order', async () => {
  const { status, body } = await logyard.call('GET', `${RULES}/functions`, { as: 'none' })
  expect(status).toBe(200)
  const functions: readonly FunctionDescriptor[] = Array.isArray(body) ? body : []
  const names = functions.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)].sort())
  expect(names.length).toBeGreaterThanOrEqual(107)
  const substring = functions.find(({ name }) => name === 'substring')
  expect(substring?.params.slice(0, 2).map(({ name }) => name)).toEqual(['value', 'start'])
  expect(substring?.return_type).toBe('java.lang.String')
})

test.each([
  ['nested parentheses', sourceOf('x', `${'('.repeat(45_000)}true${')'.repeat(45_000)}`)],
  ['a chain of operators', sourceOf('x', `true${' and true'.repeat(11_000)}`)],
  ['an open text', `rule "x" when true then let a = "${'y'.repeat(99_000)}`],
  ['an open comment', `rule "x" when true then /*${'*'.repeat(99_000)}`],
  ['a long list', `rule "x" when true then let a = [${'1,'.repeat(40_000)}1]; end`],
  ['many wrong calls', `rule "x" when true then ${'f();'.repeat(20_000)} end`],
  [
    'a regular expression that explodes',
    sourceOf('x', 'regex("(a+)+$", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!").matches'),
  ],
])('a source with %s is parsed or refused, and the server answers on', async (_what, source) => {
  const { status } = await logyard.call('POST', `${RULES}/parse`, { body: { source } })
  expect([200, 400]).toContain(status)
  expect((await logyard.call('POST', `${RULES}/parse`, { body: { source: sourceOf('sound') } })).status).toBe(200)
})

test('of rules with the same name that are created at once, one is stored', async () => {
  const drafts = Array.from({ length: 5 }, () => logyard.call('POST', RULES, { body: { source: sourceOf('at once') } }))
  const statuses = (await Promise.all(drafts)).map(({ status }) => status)
  expect(statuses.sort()).toEqual([200, 400, 400, 400, 400])
})
