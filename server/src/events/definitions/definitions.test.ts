// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates have this form
/** Event definitions through the API, and the events of definitions that somebody executes. */
import { EVENTS_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  ADMIN,
  aDraft,
  comparison,
  countOver,
  type EventServer,
  MINUTE_MS,
  startEventServer,
} from '../testing/start-event-server.ts'

const HOUR_MS = 60 * MINUTE_MS
const UNKNOWN_ID = '5f0000000000000000000000'

let server: EventServer
let stream: string
let editor: string

beforeAll(async () => {
  server = await startEventServer()
  stream = await server.stream('lab')
  editor = await server.user('editor', ['eventdefinitions:create', `streams:read:${stream}`])
})
afterAll(() => server[Symbol.asyncDispose]())

const definitions = '/events/definitions'
const create = (draft: object = aDraft(), { query = '', as = ADMIN } = {}) =>
  server.make('POST', `${definitions}${query}`, draft, as)
const refusal = async (draft: object, as = ADMIN) => {
  const { status, body } = await server.ask('POST', definitions, draft, as)
  expect(status).toBe(400)
  return body
}
const contextOf = async (id: string) =>
  (await server.make('GET', `${definitions}/${id}/with-context`)).context.scheduler
const inLab = (config: Readonly<Record<string, unknown>> = {}) => aDraft({ config: { streams: [stream], ...config } })

test('a stored definition has what was sent, its id, and always the one storage handler', async () => {
  for (const storage of [undefined, null, [], [{ type: 'persist-to-streams-v1', streams: ['another'] }]]) {
    const draft = aDraft({ title: server.unique('stored'), ...(storage === undefined ? {} : { storage }) })
    const created = await create(draft)
    expect(created).toMatchObject({
      title: draft.title,
      config: { ...draft.config, conditions: { expression: null } },
      notification_settings: { grace_period_ms: 0, backlog_size: 0 },
      storage: [{ type: 'persist-to-streams-v1', streams: [EVENTS_STREAM_ID] }],
    })
    expect(await server.make('GET', `${definitions}/${created.id}`)).toEqual(created)
  }
})

test('only the types of the reference are listed as entity types', async () => {
  expect(await server.make('GET', '/events/entity_types')).toEqual({
    processor_types: ['aggregation-v1'],
    field_provider_types: ['template-v1', 'lookup-v1'],
    storage_handler_types: ['persist-to-streams-v1'],
    aggregation_functions: expect.arrayContaining([
      'avg',
      'card',
      'count',
      'max',
      'min',
      'stddev',
      'sum',
      'sumofsquares',
      'variance',
    ]),
  })
})

test('everything that is wrong with a definition is told at once, by property', async () => {
  const wrong = { ...aDraft({ config: { search_within_ms: 0, execute_every_ms: -1 } }), title: ' ' }
  expect(await refusal(wrong)).toEqual({
    failed: true,
    errors: {
      title: ['Event Definition title cannot be empty.'],
      search_within_ms: ['Filter & Aggregation search_within_ms must be greater than 0.'],
      execute_every_ms: ['Filter & Aggregation execute_every_ms must be greater than 0.'],
    },
    error_context: {},
  })
})

test.each([
  ['a group without series', { group_by: ['user'] }, ['series', 'conditions']],
  ['a group without a condition', { ...countOver(1, { group_by: ['user'] }), conditions: {} }, ['conditions']],
  ['a condition without series', { ...countOver(1), series: [] }, ['series']],
  ['series without a condition', { ...countOver(1), conditions: null }, ['conditions']],
  ['a condition of an unknown type', { type: 'correlation-v1' }, ['config']],
  ['no type of a condition', { type: undefined }, ['config']],
])('%s is refused', async (_title, config, properties) => {
  const { failed, errors } = await refusal(aDraft({ config }))
  expect(failed).toBe(true)
  expect(Object.keys(errors)).toEqual(properties)
})

test('names of fields and keys are checked', async () => {
  const provider = { data_type: 'string', providers: [{ type: 'template-v1', template: 'x' }] }
  expect((await refusal(aDraft({ field_spec: { 'a b': provider } }))).errors).toEqual({
    field_spec: ['Event Definition field_spec contains invalid message field "a b"'],
  })
  expect((await refusal(aDraft({ field_spec: { a: provider }, key_spec: ['a', 'b'] }))).errors).toEqual({
    key_spec: ['Event Definition key_spec can only contain fields defined in field_spec.'],
  })
  await create(aDraft({ field_spec: { 'a.b-c@d_E1': provider }, key_spec: ['a.b-c@d_E1'] }))
})

test.each([
  ['an unknown node', { expr: 'xor', left: comparison('>', 'count-', 1), right: comparison('>', 'count-', 1) }],
  ['a missing operand', { expr: '&&', left: comparison('>', 'count-', 1) }],
  [
    'a comparison of conditions',
    { expr: '>', left: comparison('>', 'count-', 1), right: { expr: 'number', value: 1 } },
  ],
])('an expression with %s is no failed validation but a malformed request', async (_title, expression) => {
  const body = await refusal(aDraft({ config: { ...countOver(1), conditions: { expression } } }))
  expect(body).toEqual({ type: 'ApiError', message: expect.any(String) })
})

test('unknown functions, parameters that the console did not declare, and missing properties are malformed', async () => {
  const embryonic = { type: 'lut-parameter-v1', name: 'who', data_type: 'any', embryonic: true }
  const { key_spec: _, ...withoutKeys } = aDraft()
  for (const draft of [
    aDraft({ config: { ...countOver(1), series: [{ id: 'a', function: 'median', field: 'x' }] } }),
    aDraft({ config: { query_parameters: [embryonic] } }),
    withoutKeys,
    aDraft({ notification_settings: {} }),
    aDraft({ unknown: 1 }),
  ])
    expect(await refusal(draft)).toMatchObject({ type: 'ApiError' })
})

test('a series without an id is named after its function and field', async () => {
  const series = [
    { function: 'count', field: '' },
    { id: null, function: 'avg', field: 'took' },
  ]
  const { config } = await create(aDraft({ config: { ...countOver(1), series } }))
  expect(config.series).toEqual([
    { id: 'count-', function: 'count', field: null },
    { id: 'avg-took', function: 'avg', field: 'took' },
  ])
})

test('validation checks the condition only', async () => {
  const validate = (draft: object) => server.make('POST', `${definitions}/validate`, draft)
  expect(await validate({ ...aDraft(), title: '' })).toEqual({ failed: false, errors: {}, error_context: {} })
  const { failed, errors } = await validate(aDraft({ config: { group_by: ['user'] } }))
  expect([failed, Object.keys(errors)]).toEqual([true, ['series', 'conditions']])
})

test('a definition is enabled or disabled when it is stored, and by calls that can be repeated', async () => {
  const { id } = await create(aDraft({ title: server.unique('off') }), { query: '?schedule=false' })
  const disabled = { is_scheduled: false, status: null, next_time: null, triggered_at: null, data: null, problem: null }
  expect(await contextOf(id)).toEqual(disabled)
  const { updated_at: _, ...stored } = await server.make('GET', `${definitions}/${id}`)
  await server.make('PUT', `${definitions}/${id}?schedule=true`, stored)
  expect(await contextOf(id)).toMatchObject({ is_scheduled: true, next_time: expect.any(String) })

  const jobsOf = async () =>
    (await server.make('GET', '/scheduler/jobs?per_page=500')).job_definitions.filter(
      (job: { config: { event_definition_id?: string } }) => job.config.event_definition_id === id,
    )
  for (let times = 0; times < 2; times += 1) {
    await server.make('PUT', `${definitions}/${id}/schedule`)
    expect((await jobsOf()).length).toBe(1)
    const [job] = await jobsOf()
    const { triggers } = await server.make('GET', '/scheduler/triggers?per_page=500')
    expect(triggers.filter((one: { job_definition_id: string }) => one.job_definition_id === job.id).length).toBe(1)
  }
  for (let times = 0; times < 2; times += 1) {
    await server.make('PUT', `${definitions}/${id}/unschedule`)
    expect(await contextOf(id)).toEqual(disabled)
  }
  expect((await server.ask('PUT', `${definitions}/${UNKNOWN_ID}/schedule`)).status).toBe(404)
  expect((await server.ask('PUT', `${definitions}/${UNKNOWN_ID}/unschedule`)).status).toBe(404)
})

test('an enabled definition runs, and its context says over which range', async () => {
  const { id } = await create(inLab({ execute_every_ms: 1000, search_within_ms: 1000 }))
  const range = { timerange_from: expect.any(String), timerange_to: expect.any(String) }
  await expect
    .poll(() => contextOf(id))
    .toMatchObject({ is_scheduled: true, data: { type: 'event-processor-execution-v1', ...range }, problem: null })
  await server.make('DELETE', `${definitions}/${id}`)
})

test('an update replaces the definition under its id, and leaves what only Logyard has', async () => {
  const created = await create({ ...inLab(), tags: ['night'], remediation_steps: 'Restart it.' })
  const changed = await server.make('PUT', `${definitions}/${created.id}`, {
    ...inLab(),
    id: created.id,
    title: 'Changed',
  })
  expect(changed).toMatchObject({ id: created.id, title: 'Changed', tags: ['night'], remediation_steps: 'Restart it.' })
  const mismatch = await server.ask('PUT', `${definitions}/${created.id}`, { ...inLab(), id: UNKNOWN_ID, title: '' })
  expect(mismatch).toMatchObject({
    status: 400,
    body: { failed: true, errors: { id: ["Event definition IDs don't match"], title: [expect.any(String)] } },
  })
  const unknown = await server.ask('PUT', `${definitions}/${UNKNOWN_ID}`, inLab())
  expect(unknown).toEqual({
    status: 404,
    body: { type: 'ApiError', message: `Event definition <${UNKNOWN_ID}> doesn't exist` },
  })
})

test('a deleted definition is gone with its job, and can be deleted again', async () => {
  const { id } = await create()
  for (let times = 0; times < 2; times += 1) {
    expect(await server.ask('DELETE', `${definitions}/${id}`)).toEqual({ status: 204, body: undefined })
  }
  expect((await server.ask('GET', `${definitions}/${id}/with-context`)).status).toBe(404)
  const { job_definitions } = await server.make('GET', '/scheduler/jobs?per_page=500')
  expect(JSON.stringify(job_definitions)).not.toContain(id)
})

test('the streams of a condition must be readable, and a caller who lacks that learns nothing else', async () => {
  const other = await server.stream('vault')
  const denied = async (method: string, path: string, config: object) => {
    const draft = { ...aDraft({ config: { ...config, search_within_ms: 0 } }), title: '' }
    const { status, body } = await server.ask(method, path, draft, editor)
    expect([status, body.type]).toEqual([403, 'ApiError'])
  }
  const { id } = await create(inLab(), { as: editor })
  for (const streams of [[other], [stream, other], []]) {
    await denied('POST', definitions, { streams })
    await denied('PUT', `${definitions}/${id}`, { streams })
  }
  expect((await refusal(inLab({ search_within_ms: 0 }), editor)).failed).toBe(true)
})

test('definitions are seen, changed, deleted and executed only with the permission for them', async () => {
  const { id } = await create(inLab())
  const own = await create(inLab(), { as: editor })
  const calls = [
    ['GET', `/${id}`],
    ['GET', `/${id}/with-context`],
    ['PUT', `/${id}`, inLab()],
    ['PUT', `/${id}/schedule`],
    ['PUT', `/${id}/unschedule`],
    ['POST', `/${id}/execute`, { type: 'aggregation-v1' }],
    ['POST', `/${id}/duplicate`],
    ['DELETE', `/${id}`],
  ] as const
  for (const [method, path, body] of calls)
    expect((await server.ask(method, definitions + path, body, editor)).status, `${method} ${path}`).toBe(403)
  const list = await server.make('GET', `${definitions}?per_page=0`, undefined, editor)
  const ids = list.event_definitions.map((definition: { id: string }) => definition.id)
  expect(ids).toContain(own.id)
  expect(ids).not.toContain(id)
  expect(list.total).toBe(ids.length)
  expect(list.grand_total).toBeGreaterThan(ids.length)
  // The creator owns it.
  for (const [method, path, body] of calls.filter(([, path]) => !/execute/.test(path)))
    expect((await server.ask(method, definitions + path.replace(id, own.id), body, editor)).status).toBeLessThan(300)
})

test('the list is sorted by title, searched, paged, and has the contexts by id', async () => {
  const label = server.unique('listed')
  for (const title of ['b', 'c', 'a']) await create({ ...inLab(), title: `${label} ${title}` })
  const page = await server.make('GET', `${definitions}?page=1&per_page=2&query=${label}`)
  expect(page).toMatchObject({ total: 3, count: 2, page: 1, per_page: 2, query: label })
  const titles = (list: typeof page) => list.event_definitions.map(({ title }: { title: string }) => title)
  expect(titles(page)).toEqual([`${label} a`, `${label} b`])
  const [first] = page.event_definitions
  expect(page.context.scheduler[first.id]).toMatchObject({ is_scheduled: true })
  expect(Object.keys(page.context.scheduler).length).toBe(2)
  expect(titles(await server.make('GET', `${definitions}?page=2&per_page=2&query=${label}`))).toEqual([`${label} c`])
  expect((await server.make('GET', `${definitions}?per_page=0&query=id:${first.id}`)).total).toBe(1)
})

test('a duplicate is disabled, and belongs to the user who made it', async () => {
  const { id, updated_at: _, ...source } = await create({ ...inLab(), tags: ['night'] })
  const copy = await server.make('POST', `${definitions}/${id}/duplicate`)
  expect(copy).toEqual({
    ...source,
    id: expect.any(String),
    updated_at: expect.any(String),
    title: `${source.title} (copy)`,
  })
  expect(copy.id).not.toBe(id)
  expect((await contextOf(copy.id)).is_scheduled).toBe(false)
})

test('several definitions are disabled, enabled and deleted together, each as far as the caller may', async () => {
  const [own, foreign] = [await create(inLab(), { as: editor }), await create(inLab())]
  const bulk = (action: string) =>
    server.make('POST', `${definitions}/bulk`, { ids: [own.id, foreign.id, own.id, UNKNOWN_ID], action }, editor)
  for (const action of ['unschedule', 'schedule', 'delete']) {
    const { done, refused } = await bulk(action)
    expect(done).toEqual([own.id])
    expect(refused.map(({ id }: { id: string }) => id)).toEqual([foreign.id, UNKNOWN_ID])
  }
  expect((await server.ask('GET', `${definitions}/${own.id}`)).status).toBe(404)
  expect((await contextOf(foreign.id)).is_scheduled).toBe(true)
})

test('a definition that was exported from Graylog 4.0 is stored as it is', async () => {
  const exported = {
    id: null,
    title: 'Failed logins',
    description: 'Someone tries passwords',
    priority: 3,
    alert: true,
    config: {
      type: 'aggregation-v1',
      query: 'action:login AND result:failed AND user:$user$',
      query_parameters: [
        {
          type: 'lut-parameter-v1',
          name: 'user',
          title: '',
          description: null,
          data_type: 'any',
          default_value: 'bob',
          optional: false,
          binding: null,
          lookup_table: 'users',
          key: 'watched',
        },
      ],
      streams: [stream],
      group_by: ['user', 'source'],
      series: [
        { id: 'count-', function: 'count', field: null },
        { id: 'max-took_ms', function: 'max', field: 'took_ms' },
      ],
      conditions: {
        expression: {
          expr: '&&',
          left: comparison('>=', 'count-', 5),
          right: {
            expr: 'group',
            operator: '||',
            child: {
              expr: '||',
              left: comparison('<', 'max-took_ms', 10),
              right: { expr: '!', left: comparison('==', 'max-took_ms', 20) },
            },
          },
        },
      },
      search_within_ms: 300_000,
      execute_every_ms: 60_000,
    },
    field_spec: {
      user: {
        data_type: 'string',
        providers: [{ type: 'template-v1', template: '${source.user}', require_values: true }],
      },
      team: { data_type: 'string', providers: [{ type: 'lookup-v1', table_name: 'teams', key_field: 'user' }] },
    },
    key_spec: ['user', 'team'],
    notification_settings: { grace_period_ms: 300_000, backlog_size: 50 },
    notifications: [{ notification_id: '5ea01f3e2ab79c0012345678', notification_parameters: null }],
    storage: [{ type: 'persist-to-streams-v1', streams: [EVENTS_STREAM_ID] }],
  }
  const created = await create(exported, { query: '?schedule=false' })
  expect(created).toMatchObject({ ...exported, id: expect.any(String) })
})

test('sharing a definition tells which of its streams and notifications the others cannot read', async () => {
  const notification = await server.make('POST', '/events/notifications', {
    title: 'To the team',
    description: '',
    config: { type: 'http-notification-v1', url: 'http://127.0.0.1:1/' },
  })
  const { id } = await create({
    ...inLab(),
    notifications: [{ notification_id: notification.id, notification_parameters: null }],
  })
  await server.user('newcomer')
  const user = await server.make('GET', '/users/newcomer')
  const grantee = `grn::::user:${user.id}`
  const path = `/authz/shares/entities/grn::::event_definition:${id}`
  const { missing_permissions_on_dependencies: missing } = await server.make('POST', `${path}/prepare`, {
    selected_grantee_capabilities: { [grantee]: 'view' },
  })
  const named = missing[grantee].map((entity: { id: string }) => entity.id)
  expect(named.toSorted()).toEqual([`grn::::notification:${notification.id}`, `grn::::stream:${stream}`])
  await server.make('POST', path, { selected_grantee_capabilities: { [grantee]: 'view' } })
  const answer = await server.ask('GET', `${definitions}/${id}`, undefined, 'newcomer:a password of a test')
  expect(answer.status).toBe(200)
})

test('an execution creates an event for each matching message, with its fields and key', async () => {
  const nowMs = Date.now()
  await server.send([
    { at: nowMs - 3000, fields: { room: 'lab', trial: 'execution', user: 'bob', host: 'web1' } },
    { at: nowMs - 2000, fields: { room: 'lab', trial: 'execution', host: 'web2' } },
    { at: nowMs - 1000, fields: { room: 'else', trial: 'execution', user: 'eve', host: 'web3' } },
  ])
  const template = (text: string) => ({
    data_type: 'string',
    providers: [{ type: 'template-v1', template: text, require_values: true }],
  })
  const field_spec = { user: template('${source.user}'), host: template('${source.host}') }
  const draft = { ...inLab({ query: 'trial:execution' }), field_spec, key_spec: ['user', 'host'] }
  const { id } = await create(draft, { query: '?schedule=false' })
  const parameters = { type: 'aggregation-v1', timerange: { type: 'relative', range: 300 } }
  expect(await server.ask('POST', `${definitions}/${id}/execute`, parameters)).toEqual({ status: 204, body: undefined })
  await expect.poll(async () => (await server.eventsOf(id)).length).toBe(2)
  const common = {
    event_definition_id: id,
    message: draft.title,
    timerange_start: null,
    source_streams: [stream],
    priority: 2,
    alert: false,
  }
  expect(await server.eventsOf(id)).toMatchObject([
    {
      ...common,
      timestamp: new Date(nowMs - 3000).toISOString(),
      key_tuple: ['bob', 'web1'],
      key: 'bob|web1',
      fields: { user: 'bob', host: 'web1' },
    },
    {
      ...common,
      timestamp: new Date(nowMs - 2000).toISOString(),
      key_tuple: ['web2'],
      key: 'web2',
      fields: { host: 'web2' },
    },
  ])
  for (const { origin_context } of await server.eventsOf(id))
    expect(origin_context).toMatch(/^urn:graylog:message:es:\w+:.+/)
  const unknown = await server.ask('POST', `${definitions}/${id}/execute`, { type: 'other-v1' })
  expect(unknown).toMatchObject({ status: 400, body: { message: expect.stringContaining('Unknown parameters type') } })
})

test('a condition that no message met is about the streams that it searched; with groups it makes no event', async () => {
  const silent = { ...countOver(0), query: 'trial:nothing', conditions: { expression: comparison('<', 'count-', 1) } }
  const [plain, grouped] = [await create(inLab(silent)), await create(inLab({ ...silent, group_by: ['user'] }))]
  const to = new Date(Date.now() - HOUR_MS).toISOString()
  const timerange = { type: 'absolute', from: new Date(Date.parse(to) - MINUTE_MS + 1).toISOString(), to }
  for (const { id } of [plain, grouped])
    await server.make('POST', `${definitions}/${id}/execute`, { type: 'aggregation-v1', timerange })
  const ended = (events: readonly { timerange_end: string | null }[]) =>
    events.filter(({ timerange_end }) => timerange_end === to)
  await expect.poll(async () => ended(await server.eventsOf(plain.id)).length).toBe(1)
  expect(ended(await server.eventsOf(plain.id))).toMatchObject([{ source_streams: [stream], origin_context: null }])
  expect(await server.eventsOf(grouped.id)).toEqual([])
})

test('a definition searches what its owner may read, and says so when that is no longer possible', async () => {
  const leaver = await server.user('leaver', ['eventdefinitions:create', `streams:read:${stream}`])
  const { id } = await create(inLab({ execute_every_ms: 1000, search_within_ms: 1000 }), { as: leaver })
  await expect.poll(async () => (await contextOf(id)).data).not.toBeNull()
  const { id: userId } = await server.make('GET', '/users/leaver')
  await server.make('PUT', `/users/${userId}/status/disabled`)
  const problem = async () => (await contextOf(id)).problem
  await expect.poll(problem).toContain('does not exist or is disabled')
  await server.make('PUT', `${definitions}/${id}`, inLab({ execute_every_ms: 1000, search_within_ms: 1000 }))
  await expect.poll(problem).toBeNull()
  await server.make('DELETE', `${definitions}/${id}`)
})

test('a definition gets only notifications that its author may read, besides those that it had', async () => {
  const config = { type: 'http-notification-v1', url: 'http://127.0.0.1:9/hook' }
  const notification = { title: server.unique('hook'), description: '', config }
  await server.make('POST', '/system/urlwhitelist/generate_regex', { url_template: config.url })
  const entries = [{ id: 'hook', title: 'hook', type: 'literal', value: config.url }]
  await server.make('PUT', '/system/urlwhitelist', { entries, disabled: false })
  const hidden = await server.make('POST', '/events/notifications', notification)
  const may = ['eventdefinitions:create', 'eventdefinitions:edit', 'eventdefinitions:read', `streams:read:${stream}`]
  const author = await server.user('author', may)
  const informed = await server.user('informed', [...may, `eventnotifications:read:${hidden.id}`])
  const sending = { ...inLab(), notifications: [{ notification_id: hidden.id }] }
  const refused = { status: 403, body: { type: 'ApiError', message: expect.stringContaining(hidden.id) } }

  expect(await server.ask('POST', definitions, sending, author)).toEqual(refused)
  const own = await create(inLab(), { as: author })
  expect(await server.ask('PUT', `${definitions}/${own.id}`, sending, author)).toEqual(refused)
  const { id } = await create(sending, { as: informed })
  expect(await server.ask('POST', `${definitions}/${id}/duplicate`, undefined, author)).toEqual(refused)
  expect((await server.ask('POST', `${definitions}/${id}/duplicate`, undefined, informed)).status).toBe(200)
  // An author of a definition that sends there already may change the rest of it, and nobody else gets it again.
  const renamed = { ...sending, title: server.unique('renamed') }
  expect((await server.ask('PUT', `${definitions}/${id}`, renamed, author)).status).toBe(200)
  await server.make('PUT', `${definitions}/${id}`, { ...renamed, notifications: [] }, author)
  expect(await server.ask('PUT', `${definitions}/${id}`, renamed, author)).toEqual(refused)
})

/** As the console asks for the preview of a filter: a search of its own, polled until it is done. */
async function preview({
  query = '',
  streams = [stream],
  parameters = [] as readonly object[],
  rangeMs = HOUR_MS,
  as = ADMIN,
}) {
  const filters = streams.map((id) => ({ type: 'stream', id }))
  const search = await server.make(
    'POST',
    '/views/search',
    {
      queries: [
        {
          id: 'preview',
          query: { type: 'elasticsearch', query_string: query || '*' },
          timerange: { type: 'relative', range: rangeMs / 1000 },
          filter: filters.length === 0 ? null : { type: 'or', filters },
          search_types: [{ id: 'messages', type: 'messages', limit: 10, offset: 0 }],
        },
      ],
      parameters,
    },
    as,
  )
  let job = await server.make('POST', `/views/search/${search.id}/execute`, {}, as)
  await expect
    .poll(async () => {
      job = await server.make('GET', `/views/search/status/${job.id}`, undefined, as)
      return job.execution.done
    })
    .toBe(true)
  return job.results.preview
}

test('the preview of a filter answers the newest messages of the streams, or the first error', async () => {
  const nowMs = Date.now()
  const fields = { trial: 'preview' }
  await server.send([
    ...Array.from({ length: 12 }, (_, n) => ({ at: nowMs - n * 1000, fields: { ...fields, room: 'lab', number: n } })),
    { at: nowMs, fields: { ...fields, room: 'elsewhere', number: 99 } },
  ])
  const messagesOf = (results: Awaited<ReturnType<typeof preview>>) => results.search_types.messages.messages
  const numbers = (results: Awaited<ReturnType<typeof preview>>): readonly number[] =>
    messagesOf(results).map(({ message }: { message: { number: number } }) => message.number)
  expect(numbers(await preview({ query: 'trial:preview' }))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(numbers(await preview({ query: 'trial:preview', streams: [] }))).toContain(99)
  expect(numbers(await preview({ query: 'trial:preview', as: editor }))).toHaveLength(10)
  expect(messagesOf(await preview({ query: 'trial:nothing', rangeMs: 2000 }))).toEqual([])
  expect(messagesOf(await preview({ query: '' })).length).toBe(10)
  const { errors } = await preview({ query: 'trial:preview AND (' })
  expect(errors[0].description).toContain('trial:preview AND (')

  const parameter = { type: 'value-parameter-v1', name: 'n', data_type: 'any', default_value: '3' }
  expect(numbers(await preview({ query: 'trial:preview AND number:$n$', parameters: [parameter] }))).toEqual([3])
  const undeclared = await server.make('POST', '/views/search/metadata', {
    queries: [
      {
        id: 'preview',
        query: { type: 'elasticsearch', query_string: 'user:$who$' },
        timerange: { type: 'relative', range: 60 },
        search_types: [],
      },
    ],
    parameters: [],
  })
  expect(undeclared).toMatchObject({
    query_metadata: { preview: { used_parameters_names: ['who'] } },
    declared_parameters: {},
  })
})
