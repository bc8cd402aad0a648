import { afterAll, beforeAll, expect, test } from 'vitest'
import { type StreamsUnderTest, startStreams } from '../testing/start-streams.ts'

const RULE = { type: 1, field: 'level', value: 'error', inverted: false }
let logyard: StreamsUnderTest
beforeAll(async () => {
  logyard = await startStreams()
})
afterAll(() => logyard[Symbol.asyncDispose]())

const bodyOf = (answer: { readonly body: unknown }) => Object(answer.body)

test('every user can list the eight rule types', async () => {
  await logyard.addUser('ada')
  const answer = await logyard.call('GET', '/streams/null/rules/types', { as: 'ada:ada-password' })
  expect([answer.status, answer.body]).toEqual([
    200,
    [
      { id: 1, name: 'EXACT', short_desc: 'match exactly', long_desc: 'match exactly' },
      { id: 2, name: 'REGEX', short_desc: 'match regular expression', long_desc: 'match regular expression' },
      { id: 3, name: 'GREATER', short_desc: 'greater than', long_desc: 'be greater than' },
      { id: 4, name: 'SMALLER', short_desc: 'smaller than', long_desc: 'be smaller than' },
      { id: 5, name: 'PRESENCE', short_desc: 'field presence', long_desc: 'be present' },
      { id: 6, name: 'CONTAINS', short_desc: 'contain', long_desc: 'contain' },
      { id: 7, name: 'ALWAYS_MATCH', short_desc: 'always match', long_desc: 'always match' },
      { id: 8, name: 'MATCH_INPUT', short_desc: 'match input', long_desc: 'match input' },
    ],
  ])
})

test('a rule is created, read, replaced by PUT and by POST, and deleted', async () => {
  const id = await logyard.addStream()
  const created = await logyard.call('POST', `/streams/${id}/rules`, { body: { ...RULE, description: 'why' } })
  const ruleId = bodyOf(created).streamrule_id
  const path = `/streams/${id}/rules/${ruleId}`
  expect([created.status, created.headers.get('location')]).toEqual([201, `/api${path}`])
  const rule = { ...RULE, id: ruleId, stream_id: id, description: 'why', content_pack: null }
  expect((await logyard.call('GET', path)).body).toEqual(rule)

  const replacement = { type: 6, field: 'message', value: 'oops', inverted: true }
  const replaced = await logyard.call('PUT', path, { body: replacement })
  expect([replaced.status, replaced.body]).toEqual([200, { streamrule_id: ruleId }])
  expect((await logyard.call('GET', `/streams/${id}/rules`)).body).toEqual({
    total: 1,
    stream_rules: [{ ...rule, ...replacement, description: null }],
  })
  expect((await logyard.call('POST', path, { body: RULE })).status).toBe(200)
  expect((await logyard.call('GET', path)).body).toEqual({ ...rule, description: null })

  expect((await logyard.call('DELETE', path)).status).toBe(204)
  for (const method of ['GET', 'DELETE']) expect((await logyard.call(method, path)).status).toBe(404)
  expect((await logyard.call('PUT', path, { body: RULE })).status).toBe(404)
})

test('a rule is found only in its own stream', async () => {
  const other = await logyard.addStream({ title: 'Other' })
  const id = await logyard.addStream({ rules: [RULE] })
  const [rule] = bodyOf(await logyard.call('GET', `/streams/${id}`)).rules
  const path = `/streams/${other}/rules/${rule.id}`
  for (const [method, body] of [['GET'], ['PUT', RULE], ['POST', RULE], ['DELETE']] as const) {
    expect((await logyard.call(method, path, body === undefined ? {} : { body })).status).toBe(404)
  }
  expect(bodyOf(await logyard.call('GET', `/streams/${id}/rules`)).total).toBe(1)
})

test.each([
  { rule: { ...RULE, field: '' }, status: 400, fields: ['field'] },
  { rule: { ...RULE, value: '' }, status: 400, fields: ['value'] },
  { rule: { ...RULE, field: '', value: '' }, status: 400, fields: ['field', 'value'] },
  { rule: { ...RULE, type: 5, field: '', value: '' }, status: 400, fields: ['field'] },
  { rule: { ...RULE, type: 8, field: '', value: '' }, status: 400, fields: ['value'] },
  { rule: { ...RULE, type: 5, value: '' }, status: 201 },
  { rule: { ...RULE, type: 7, field: '', value: '' }, status: 201 },
  { rule: { ...RULE, type: 8, field: '' }, status: 201 },
  { rule: { type: 1, field: 'level', value: 'error' }, status: 201 },
  { rule: { ...RULE, value: null }, status: 400, says: 'value' },
  { rule: { ...RULE, field: null }, status: 400, says: 'field' },
  { rule: { type: 1, field: 'level', inverted: false }, status: 400, says: 'value' },
  { rule: { ...RULE, type: 99 }, status: 400, says: 'Unknown stream rule type 99' },
  { rule: { ...RULE, type: 0 }, status: 400, says: 'Unknown stream rule type 0' },
  { rule: { ...RULE, colour: 'red' }, status: 400, says: 'Unable to map property colour' },
])('$rule is answered with $status', async ({ rule, status, fields, says }) => {
  const id = await logyard.addStream({ rules: [RULE] })
  const [old] = bodyOf(await logyard.call('GET', `/streams/${id}`)).rules
  const created = await logyard.call('POST', `/streams/${id}/rules`, { body: rule })
  const replaced = await logyard.call('PUT', `/streams/${id}/rules/${old.id}`, { body: rule })
  expect([created.status, replaced.status]).toEqual([status, status === 201 ? 200 : status])
  for (const answer of [created, replaced]) {
    if (fields !== undefined) expect(Object.keys(bodyOf(answer).validation_errors)).toEqual(fields)
    if (says !== undefined) expect(answer.body).toEqual({ type: 'ApiError', message: expect.stringContaining(says) })
  }
})

async function matchOne(rule: object, message: object): Promise<boolean> {
  const id = await logyard.addStream({ rules: [{ ...RULE, ...rule }] })
  const answer = await logyard.call('POST', `/streams/${id}/testMatch`, { body: { message } })
  expect(answer.status, answer.text).toBe(200)
  const { matches, rules } = bodyOf(answer)
  expect(Object.values(rules)).toEqual([matches])
  return matches
}

const exact = { type: 1, field: 'f', value: 'error' }
const regex = (value: string) => ({ type: 2, field: 'f', value })
const greater = { type: 3, field: 'f', value: '10' }
const smaller = { type: 4, field: 'f', value: '10' }
const present = { type: 5, field: 'f', value: '' }
const contains = { type: 6, field: 'f', value: 'ERR' }
const always = { type: 7, field: '', value: '' }
const input = { type: 8, field: '', value: '5F1a' }

/** The result of a rule for a message, and of the inverted rule. */
test.each([
  [exact, { f: 'error' }, true, false],
  [exact, { f: ' error ' }, true, false],
  [exact, { f: 'Error' }, false, true],
  [exact, {}, false, true],
  [{ ...exact, value: ' error ' }, { f: ' error ' }, false, true],
  [{ ...exact, value: '7' }, { f: 7 }, true, false],
  [{ ...exact, value: 'true' }, { f: true }, true, false],
  [{ ...exact, field: 'source', value: 'web-1' }, { source: 'web-1' }, true, false],
  [regex('^a.b$'), { f: 'a\nb' }, true, false],
  [regex('fail'), { f: 'Login failed' }, true, false],
  [regex('(?i)FAIL'), { f: 'Login failed' }, true, false],
  [regex('^failed'), { f: 'Login failed' }, false, true],
  [regex('fail'), {}, false, true],
  [regex('['), { f: '[' }, false, false],
  [regex('['), {}, false, false],
  [greater, { f: 11 }, true, false],
  [greater, { f: '10.5' }, true, false],
  [greater, { f: 10 }, false, true],
  [greater, { f: '7' }, false, true],
  [greater, { f: 'abc' }, false, false],
  [greater, {}, false, false],
  [{ ...greater, value: 'abc' }, { f: 11 }, false, false],
  [smaller, { f: '7' }, true, false],
  [smaller, { f: 10 }, false, true],
  [smaller, { f: '' }, false, false],
  [smaller, {}, false, false],
  [present, { f: 'x' }, true, false],
  [present, { f: '  ' }, false, true],
  [present, { f: 0 }, true, false],
  [present, { f: false }, true, false],
  [present, { f: null }, false, true],
  [present, {}, false, true],
  [contains, { f: 'an ERROR' }, true, false],
  [contains, { f: 'an error' }, false, true],
  [contains, {}, false, true],
  [always, {}, true, true],
  [input, { gl2_source_input: '5f1A' }, true, false],
  [input, { gl2_source_input: ' 5f1a ' }, true, false],
  [input, { gl2_source_input: '5f1b' }, false, true],
  [input, {}, false, true],
])('rule %j says of %j %s, and inverted %s', async (rule, message, plain, inverted) => {
  expect([
    await matchOne({ ...rule, inverted: false }, message),
    await matchOne({ ...rule, inverted: true }, message),
  ]).toEqual([plain, inverted])
})

test('AND needs all rules, OR one of them, and a stream without rules matches nothing; a paused stream is tested, too', async () => {
  const rules = [RULE, { ...RULE, field: 'host' }]
  const message = { level: 'error', host: 'web-1', timestamp: '2026-03-01T09:00:00.000Z', tags: ['a'], _id: 'x' }
  const testMatch = async (draft: object) => {
    const id = await logyard.addStream({ ...draft })
    return (await logyard.call('POST', `/streams/${id}/testMatch`, { body: { message } })).body
  }
  const id = await logyard.addStream({ rules })
  const [first, second] = bodyOf(await logyard.call('GET', `/streams/${id}`)).rules
  const answer = await logyard.call('POST', `/streams/${id}/testMatch`, { body: { message } })
  expect(answer.body).toEqual({ matches: false, rules: { [first.id]: true, [second.id]: false } })
  expect(await testMatch({ rules, matching_type: 'OR' })).toMatchObject({ matches: true })
  expect(await testMatch({ rules: [], matching_type: 'OR' })).toEqual({ matches: false, rules: {} })
  expect(await testMatch({ rules: [], matching_type: 'AND' })).toEqual({ matches: false, rules: {} })
})

test('the timestamp of a tested message is ISO text, and the current time by default', async () => {
  const rule = { type: 1, field: 'timestamp', value: '2026-03-01T09:00:00.000Z' }
  expect(await matchOne(rule, {})).toBe(true)
  expect(await matchOne(rule, { timestamp: '2026-03-01T10:00:00+01:00' })).toBe(true)
  const id = await logyard.addStream()
  for (const timestamp of ['yesterday', 1_772_355_600]) {
    const answer = await logyard.call('POST', `/streams/${id}/testMatch`, { body: { message: { timestamp } } })
    expect([answer.status, bodyOf(answer).type]).toEqual([400, 'ApiError'])
  }
})

test.each([[{}], [{ message: 'text' }], [{ message: {}, more: 1 }]])(
  '%j is refused as a message to test',
  async (body) => {
    const id = await logyard.addStream()
    expect((await logyard.call('POST', `/streams/${id}/testMatch`, { body })).status).toBe(400)
  },
)

test('a regular expression that would run forever does not match, and does not block other requests', async () => {
  const rules = [false, true].map((inverted) => ({ ...regex('^(a+)+$'), inverted }))
  const id = await logyard.addStream({ rules, matching_type: 'OR' })
  const message = { f: `${'a'.repeat(60)}b` }
  const answer = await logyard.call('POST', `/streams/${id}/testMatch`, { body: { message } })
  expect([answer.status, bodyOf(answer).matches]).toEqual([200, false])
})
