import { DEFAULT_STREAM_ID, WELL_KNOWN_STREAM_IDS } from '@logyard/contract/streams/stream-ids'
import { expect, test } from 'vitest'
import { type StreamsUnderTest, startStreams } from '../testing/start-streams.ts'

const RULE = { type: 1, field: 'level', value: 'error', inverted: false }
const bodyOf = (answer: { readonly body: unknown }) => Object(answer.body)
const streamGrn = (id: string) => `grn::::stream:${id}`

async function share(logyard: StreamsUnderTest, streamId: string, userId: string, capability: string) {
  const answer = await logyard.call('POST', `/authz/shares/entities/${streamGrn(streamId)}`, {
    body: { selected_grantee_capabilities: { [`grn::::user:${userId}`]: capability } },
  })
  expect(answer.status, answer.text).toBe(200)
}

test('three streams exist from the first start on, and are not created again', async () => {
  await using logyard = await startStreams()
  const { total, streams } = bodyOf(await logyard.call('GET', '/streams'))
  const facts = { disabled: false, matching_type: 'AND', rules: [], outputs: [], is_editable: false }
  expect(total).toBe(3)
  expect(streams).toMatchObject([
    {
      ...facts,
      id: '000000000000000000000001',
      title: 'All messages',
      index_set_id: 'default',
      is_default: true,
      remove_matches_from_default_stream: false,
    },
    {
      ...facts,
      id: '000000000000000000000002',
      title: 'All events',
      index_set_id: 'events',
      is_default: false,
      remove_matches_from_default_stream: true,
    },
    {
      ...facts,
      id: '000000000000000000000003',
      title: 'All system events',
      index_set_id: 'system-events',
      is_default: false,
      remove_matches_from_default_stream: true,
    },
  ])

  const again = await startStreams({ folder: logyard.folder, startAt: '2026-04-01T09:00:00.000Z' })
  expect(bodyOf(await again.call('GET', '/streams')).streams).toEqual(streams)
  await again[Symbol.asyncDispose]()
})

test('a new stream is paused, has its rules, and is returned with its location', async () => {
  await using logyard = await startStreams()
  const draft = { title: 'Errors', description: 'What went wrong', index_set_id: 'other' }
  const rules = [RULE, { type: 7, field: '', value: '', inverted: true, description: 'whatever else' }]
  const created = await logyard.call('POST', '/streams', {
    body: { ...draft, rules, matching_type: 'OR', remove_matches_from_default_stream: true, content_pack: 'pack' },
  })
  const id = bodyOf(created).stream_id
  expect([created.status, created.headers.get('location')]).toEqual([201, `/api/streams/${id}`])
  const found = await logyard.call('GET', `/streams/${id}`)
  const [first, second] = bodyOf(found).rules
  expect(found.body).toEqual({
    id,
    ...draft,
    creator_user_id: 'admin',
    created_at: '2026-03-01T09:00:00.000Z',
    disabled: true,
    matching_type: 'OR',
    remove_matches_from_default_stream: true,
    content_pack: 'pack',
    is_default: false,
    is_editable: true,
    rules: [
      { id: first.id, stream_id: id, ...RULE, description: null, content_pack: null },
      { id: second.id, stream_id: id, ...rules[1], content_pack: null },
    ],
    outputs: [],
    alert_conditions: [],
    alert_receivers: { emails: [], users: [] },
  })
  expect(first.id).not.toBe(second.id)
})

test('optional fields of a draft get their defaults', async () => {
  await using logyard = await startStreams()
  const id = await logyard.addStream({
    matching_type: '',
    rules: null,
    description: null,
    content_pack: null,
    remove_matches_from_default_stream: null,
  })
  expect((await logyard.call('GET', `/streams/${id}`)).body).toMatchObject({
    description: null,
    matching_type: 'AND',
    remove_matches_from_default_stream: false,
    content_pack: null,
    rules: [],
  })
})

const GOOD = { title: 'Errors', index_set_id: 'default' }
test.each([
  { draft: { title: 'Errors' }, says: 'index_set_id' },
  { draft: { ...GOOD, index_set_id: null }, says: 'index_set_id' },
  { draft: { index_set_id: 'default' }, says: 'title' },
  { draft: { ...GOOD, title: null }, says: 'title' },
  { draft: { ...GOOD, matching_type: 'XOR' }, says: "'XOR' specified. Should be one of: [AND, OR]" },
  { draft: { ...GOOD, index_set_id: 'read-only' }, says: 'Assigned index set must be writable!' },
  { draft: { ...GOOD, index_set_id: 'gone' }, says: 'Index set with ID <gone> does not exist!' },
  { draft: { ...GOOD, colour: 'red' }, says: 'Unable to map property colour' },
  { draft: { ...GOOD, rules: [{ ...RULE, type: 9 }] }, says: 'Unknown stream rule type 9' },
])('a draft is refused: $says', async ({ draft, says }) => {
  await using logyard = await startStreams()
  const answer = await logyard.call('POST', '/streams', { body: draft })
  expect([answer.status, bodyOf(answer).type]).toEqual([400, 'ApiError'])
  expect(bodyOf(answer).message).toContain(says)
  expect(bodyOf(await logyard.call('GET', '/streams')).total).toBe(3)
})

test.each([
  { draft: { ...GOOD, title: '' }, field: 'title' },
  { draft: { ...GOOD, rules: [RULE, { ...RULE, value: '' }] }, field: 'value' },
])('an empty $field fails the validation', async ({ draft, field }) => {
  await using logyard = await startStreams()
  const answer = await logyard.call('POST', '/streams', { body: draft })
  expect([answer.status, bodyOf(answer).type]).toEqual([400, 'ValidationApiError'])
  expect(Object.keys(bodyOf(answer).validation_errors)).toEqual([field])
})

test('an update changes the fields it contains; empty texts, null and unknown keys change nothing', async () => {
  await using logyard = await startStreams()
  const id = await logyard.addStream({ description: 'old', rules: [RULE] })
  const before = bodyOf(await logyard.call('GET', `/streams/${id}`))
  const idle = await logyard.call('PUT', `/streams/${id}`, {
    body: { title: '', description: '', index_set_id: '', matching_type: null, rules: [], colour: 'red' },
  })
  expect([idle.status, idle.body]).toEqual([200, before])
  const changes = {
    title: 'Warnings',
    description: 'new',
    matching_type: 'OR',
    remove_matches_from_default_stream: true,
    index_set_id: 'other',
  }
  const changed = await logyard.call('PUT', `/streams/${id}`, { body: changes })
  expect([changed.status, changed.body]).toEqual([200, { ...before, ...changes }])
})

test.each([
  { update: { matching_type: 'XOR' }, says: "Invalid matching type 'XOR' specified. Should be one of: [AND, OR]" },
  { update: { index_set_id: 'gone' }, says: 'Index set with ID <gone> does not exist!' },
  { update: { index_set_id: 'read-only' }, says: 'Assigned index set must be writable!' },
])('an update is refused: $says', async ({ update, says }) => {
  await using logyard = await startStreams()
  const id = await logyard.addStream()
  const answer = await logyard.call('PUT', `/streams/${id}`, { body: { title: 'Changed', ...update } })
  expect([answer.status, answer.body]).toEqual([400, { type: 'ApiError', message: says }])
  expect((await logyard.call('GET', `/streams/${id}`)).body).toMatchObject({ title: 'Errors' })
})

test('pausing and resuming can be repeated', async () => {
  await using logyard = await startStreams()
  const id = await logyard.addStream()
  const after = async (action: string) => {
    const { status } = await logyard.call('POST', `/streams/${id}/${action}`)
    return [status, bodyOf(await logyard.call('GET', `/streams/${id}`)).disabled]
  }
  const idsOf = async (path: string) =>
    bodyOf(await logyard.call('GET', path)).streams.map((stream: { id: string }) => stream.id)
  expect(await idsOf('/streams/enabled')).toEqual(WELL_KNOWN_STREAM_IDS)
  expect([await after('resume'), await after('resume')]).toEqual([
    [204, false],
    [204, false],
  ])
  expect(await idsOf('/streams/enabled')).toEqual([...WELL_KNOWN_STREAM_IDS, id])
  expect([await after('pause'), await after('pause')]).toEqual([
    [204, true],
    [204, true],
  ])
})

test('a clone is paused, has the rules under new ids, and belongs to no content pack', async () => {
  await using logyard = await startStreams()
  const id = await logyard.addStream({ rules: [RULE], matching_type: 'OR', content_pack: 'pack' })
  await logyard.call('POST', `/streams/${id}/resume`)
  const draft = {
    title: 'Copy',
    description: 'of errors',
    index_set_id: 'other',
  }
  const answer = await logyard.call('POST', `/streams/${id}/clone`, { body: draft })
  expect(answer.status).toBe(201)
  const cloneId = bodyOf(answer).stream_id
  const clone = bodyOf(await logyard.call('GET', `/streams/${cloneId}`))
  expect(clone).toMatchObject({
    ...{ ...draft, remove_matches_from_default_stream: false },
    ...{ matching_type: 'OR', disabled: true, content_pack: null },
  })
  expect(clone.rules).toEqual([
    { ...RULE, id: expect.any(String), stream_id: cloneId, description: null, content_pack: null },
  ])
  expect(clone.rules[0].id).not.toBe(bodyOf(await logyard.call('GET', `/streams/${id}`)).rules[0].id)
  const refused = await logyard.call('POST', `/streams/${id}/clone`, { body: { ...draft, index_set_id: 'read-only' } })
  expect([refused.status, bodyOf(refused).message]).toEqual([400, 'Assigned index set must be writable!'])
})

const CLONE = { title: 'Copy', description: '', remove_matches_from_default_stream: false, index_set_id: 'default' }
const refusals = [
  { method: 'PUT', path: '', body: { title: 'Mine' }, says: 'The default stream cannot be edited.' },
  { method: 'DELETE', path: '', says: 'The default stream cannot be deleted.' },
  { method: 'POST', path: '/pause', says: 'The default stream cannot be paused.' },
  { method: 'POST', path: '/resume', says: 'The default stream cannot be resumed.' },
  { method: 'POST', path: '/clone', body: CLONE, says: 'The default stream cannot be cloned.' },
  { method: 'POST', path: '/rules', body: RULE, says: 'Cannot add stream rules to the default stream.' },
  { method: 'PUT', path: '/rules/r', body: RULE, says: 'Cannot update stream rules of the default stream.' },
  { method: 'POST', path: '/rules/r', body: RULE, says: 'Cannot update stream rules of the default stream.' },
  { method: 'DELETE', path: '/rules/r', says: 'Cannot delete stream rules of the default stream.' },
]
test.each(WELL_KNOWN_STREAM_IDS)('the built-in stream %s cannot be changed', async (id) => {
  await using logyard = await startStreams()
  const before = await logyard.call('GET', `/streams/${id}`)
  for (const { method, path, body, says } of refusals) {
    const answer = await logyard.call(method, `/streams/${id}${path}`, body === undefined ? {} : { body })
    expect([answer.status, answer.body]).toEqual([400, { type: 'ApiError', message: says }])
  }
  expect((await logyard.call('GET', `/streams/${id}`)).body).toEqual(before.body)
})

test('an unknown stream is not found, whatever the form of its id', async () => {
  await using logyard = await startStreams()
  const id = '507f1f77bcf86cd799439011'
  for (const [method, path, body] of [
    ['GET', ''],
    ['PUT', '', { title: 'Mine' }],
    ['DELETE', ''],
    ['POST', '/pause'],
    ['POST', '/resume'],
    ['POST', '/clone', CLONE],
    ['POST', '/testMatch', { message: {} }],
    ['GET', '/rules'],
    ['POST', '/rules', RULE],
  ] as const) {
    const answer = await logyard.call(method, `/streams/${id}${path}`, body === undefined ? {} : { body })
    expect([answer.status, bodyOf(answer).message]).toEqual([404, `Stream <${id}> not found!`])
  }
  expect((await logyard.call('GET', '/streams/no%20id')).status).toBe(404)
})

test('a page filters by title and description, counts the readable streams, and tells the total', async () => {
  await using logyard = await startStreams()
  const ids = []
  for (const title of ['Web errors', 'Web access', 'Database']) {
    ids.push(await logyard.addStream({ title, description: `about ${title === 'Database' ? 'sql' : 'http'}` }))
  }
  await logyard.addUser('ada', { permissions: [`streams:read:${ids[0]}`, `streams:read:${ids[2]}`] })
  const page = async (query: string, as?: string) => {
    const answer = bodyOf(await logyard.call('GET', `/streams/paginated?${query}`, as === undefined ? {} : { as }))
    return { ...answer, streams: answer.streams.map((stream: { title: string }) => stream.title) }
  }
  expect(await page('query=Web&per_page=1&page=2&sort=description&order=desc')).toEqual({
    query: 'Web',
    pagination: { total: 2, count: 1, page: 2, per_page: 1 },
    total: 6,
    sort: 'description',
    order: 'desc',
    streams: ['Web access'],
  })
  expect(await page('query=description:sql')).toMatchObject({ streams: ['Database'] })
  expect(await page('', 'ada:ada-password')).toEqual({
    query: '',
    pagination: { total: 2, count: 2, page: 1, per_page: 50 },
    total: 6,
    sort: 'title',
    order: 'asc',
    streams: ['Database', 'Web errors'],
  })
  const refused = await logyard.call('GET', `/streams/paginated?query=${encodeURIComponent('title:"')}`)
  expect([refused.status, bodyOf(refused).message]).toEqual([
    400,
    expect.stringContaining('Invalid argument in search query: '),
  ])
  const [item] = bodyOf(await logyard.call('GET', '/streams/paginated?query=Database')).streams
  expect(item).toMatchObject({ outputs: [], alert_conditions: [], created_at: '2026-03-01T09:00:00.000Z', rules: [] })
})

const calls = [
  { name: 'see', method: 'GET', path: '', needs: 'view' },
  { name: 'see rules', method: 'GET', path: '/rules', needs: 'view' },
  { name: 'see a rule', method: 'GET', path: '/rules/<rule>', needs: 'view' },
  { name: 'test', method: 'POST', path: '/testMatch', body: { message: {} }, needs: 'view' },
  { name: 'change', method: 'PUT', path: '', body: { title: 'Changed' }, needs: 'manage' },
  { name: 'add rules', method: 'POST', path: '/rules', body: RULE, needs: 'manage' },
  { name: 'change rules', method: 'PUT', path: '/rules/<rule>', body: RULE, needs: 'manage' },
  { name: 'resume', method: 'POST', path: '/resume', needs: 'manage' },
  { name: 'pause', method: 'POST', path: '/pause', needs: 'manage' },
  { name: 'delete rules', method: 'DELETE', path: '/rules/<rule>', needs: 'manage' },
  { name: 'delete', method: 'DELETE', path: '', needs: 'manage' },
]
test.each([
  { capability: undefined, may: [] },
  { capability: 'view', may: ['view'] },
  { capability: 'manage', may: ['view', 'manage'] },
  { capability: 'own', may: ['view', 'manage'] },
])('with a share as $capability a user may $may', async ({ capability, may }) => {
  await using logyard = await startStreams()
  const ada = await logyard.addUser('ada')
  const id = await logyard.addStream({ rules: [RULE] })
  const other = await logyard.addStream({ title: 'Not shared' })
  if (capability !== undefined) await share(logyard, id, ada, capability)
  const [rule] = bodyOf(await logyard.call('GET', `/streams/${id}`)).rules
  const as = 'ada:ada-password'

  const listed = bodyOf(await logyard.call('GET', '/streams', { as }))
  expect(listed).toMatchObject({ total: may.length > 0 ? 1 : 0 })
  expect(bodyOf(await logyard.call('GET', '/streams/enabled', { as })).total).toBe(0)
  expect((await logyard.call('POST', '/streams', { as, body: GOOD })).status).toBe(403)
  expect((await logyard.call('POST', `/streams/${id}/clone`, { as, body: CLONE })).status).toBe(403)
  for (const { name, method, path, body, needs } of calls) {
    const request = body === undefined ? { as } : { as, body }
    const { status } = await logyard.call(method, `/streams/${id}${path.replace('<rule>', rule.id)}`, request)
    const isAllowed = may.some((one) => one === needs)
    expect([name, isAllowed ? status < 300 : status]).toEqual([name, isAllowed || 403])
    const elsewhere = await logyard.call(method, `/streams/${other}${path.replace('<rule>', rule.id)}`, request)
    expect([name, elsewhere.status]).toEqual([name, 403])
  }
})

test('a user who may only change the state can pause and resume', async () => {
  await using logyard = await startStreams()
  const id = await logyard.addStream()
  await logyard.addUser('ada', { permissions: [`streams:changestate:${id}`] })
  const as = 'ada:ada-password'
  expect((await logyard.call('POST', `/streams/${id}/resume`, { as })).status).toBe(204)
  expect((await logyard.call('POST', `/streams/${id}/pause`, { as })).status).toBe(204)
  expect((await logyard.call('PUT', `/streams/${id}`, { as, body: { title: 'Mine' } })).status).toBe(403)
})

test('the creator of a stream or a clone owns it at once, and may share it', async () => {
  await using logyard = await startStreams()
  await logyard.addUser('ada', { permissions: ['streams:create'] })
  const bob = await logyard.addUser('bob')
  const as = 'ada:ada-password'
  const created = await logyard.addStream({ title: 'Of ada' }, as)
  const cloned = bodyOf(await logyard.call('POST', `/streams/${created}/clone`, { as, body: CLONE })).stream_id
  expect((await logyard.call('GET', `/streams/${created}`, { as })).body).toMatchObject({ creator_user_id: 'ada' })
  for (const id of [created, cloned]) {
    expect((await logyard.call('PUT', `/streams/${id}`, { as, body: { title: 'Still mine' } })).status).toBe(200)
    const shared = await logyard.call('POST', `/authz/shares/entities/${streamGrn(id)}/prepare`, { as, body: {} })
    expect([shared.status, bodyOf(shared).entity]).toEqual([200, streamGrn(id)])
  }
  await logyard.call('POST', `/authz/shares/entities/${streamGrn(created)}`, {
    as,
    body: {
      selected_grantee_capabilities: {
        'grn::::builtin-team:everyone': 'view',
      },
    },
  })
  expect((await logyard.call('GET', `/streams/${created}`, { as: 'bob:bob-password' })).status).toBe(200)
  const { entities } = bodyOf(await logyard.call('GET', `/authz/shares/user/${bob}`))
  expect(entities).toMatchObject([{ id: streamGrn(created), title: 'Still mine' }])
})

test('deleting a stream deletes its rules, its grants and start pages that point to it', async () => {
  await using logyard = await startStreams()
  const id = await logyard.addStream({ rules: [RULE] })
  const remaining = await logyard.addStream()
  const ada = await logyard.addUser('ada', { startpage: { type: 'stream', id } })
  await logyard.addUser('bob', { startpage: { type: 'stream', id: remaining } })
  await share(logyard, id, ada, 'view')
  await share(logyard, remaining, ada, 'view')
  expect((await logyard.call('DELETE', `/streams/${id}`)).status).toBe(204)
  expect((await logyard.call('GET', `/streams/${id}`)).status).toBe(404)
  expect((await logyard.call('DELETE', `/streams/${id}`)).status).toBe(404)
  expect((await logyard.call('GET', '/users/ada')).body).toMatchObject({ startpage: null })
  expect((await logyard.call('GET', '/users/bob')).body).toMatchObject({ startpage: { type: 'stream', id: remaining } })
  const { grants } = bodyOf(await logyard.call('GET', '/authz/grants-overview'))
  expect(grants).toMatchObject([{ target: streamGrn(remaining) }])
  expect((await logyard.call('GET', `/streams/${id}`, { as: 'ada:ada-password' })).status).toBe(403)
})

test('concurrent changes are all applied', async () => {
  await using logyard = await startStreams()
  const id = await logyard.addStream()
  const rules = Array.from({ length: 20 }, (_, number) => ({ ...RULE, value: `value ${number}` }))
  const answers = await Promise.all([
    ...rules.map((body) => logyard.call('POST', `/streams/${id}/rules`, { body })),
    logyard.call('PUT', `/streams/${id}`, { body: { title: 'Changed' } }),
    logyard.call('POST', `/streams/${id}/resume`),
  ])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201, 204]))
  const stream = bodyOf(await logyard.call('GET', `/streams/${id}`))
  expect(stream).toMatchObject({ title: 'Changed', disabled: false })
  expect(stream.rules.map(({ value }: { value: string }) => value).sort()).toEqual(
    rules.map(({ value }) => value).sort(),
  )
})

test('a stream that is deleted while it is changed stays deleted', async () => {
  await using logyard = await startStreams()
  const id = await logyard.addStream()
  const changes = Array.from({ length: 10 }, () => logyard.call('POST', `/streams/${id}/rules`, { body: RULE }))
  const deleted = await logyard.call('DELETE', `/streams/${id}`)
  const statuses = (await Promise.all(changes)).map(({ status }) => status)
  expect(deleted.status).toBe(204)
  expect(statuses.every((status) => status === 201 || status === 404)).toBe(true)
  expect((await logyard.call('GET', `/streams/${id}`)).status).toBe(404)
})

test('requests without authentication are refused', async () => {
  await using logyard = await startStreams()
  for (const path of ['', '/enabled', '/paginated', `/${DEFAULT_STREAM_ID}`, '/null/rules/types']) {
    expect((await logyard.call('GET', `/streams${path}`, { as: '' })).status).toBe(401)
  }
})

test('a stream has columns for searches, which are no part of it, and stay when it is changed', async () => {
  await using logyard = await startStreams()
  const created = await logyard.call('POST', '/streams', { body: { title: 'Errors', index_set_id: 'other' } })
  const id = bodyOf(created).stream_id
  const columns = (streamId: string) => logyard.call('GET', `/logyard/streams/${streamId}/columns`)
  expect((await columns(id)).body).toEqual({ columns: [] })
  const wanted = ['timestamp', 'http_status', 'took_ms', 'took_ms']
  const put = await logyard.call('PUT', `/logyard/streams/${id}/columns`, { body: { columns: wanted } })
  expect(put).toMatchObject({ status: 200, body: { columns: ['timestamp', 'http_status', 'took_ms'] } })
  await logyard.call('PUT', `/streams/${id}`, { body: { title: 'All errors' } })
  expect((await columns(id)).body).toEqual({ columns: ['timestamp', 'http_status', 'took_ms'] })
  expect(bodyOf(await logyard.call('GET', `/streams/${id}`))).not.toHaveProperty('columns')

  const builtIn = { body: { columns: ['source'] } }
  expect(await logyard.call('PUT', `/logyard/streams/${DEFAULT_STREAM_ID}/columns`, builtIn)).toMatchObject({
    status: 200,
  })
  const many = { body: { columns: Array.from({ length: 51 }, (_, at) => `f${at}`) } }
  expect(await logyard.call('PUT', `/logyard/streams/${id}/columns`, many)).toMatchObject({ status: 400 })
  expect(await columns('5f0000000000000000000000')).toMatchObject({ status: 404 })
})
