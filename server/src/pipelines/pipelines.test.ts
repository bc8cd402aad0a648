/** Pipelines as users see them: saved over the API, run on messages from sockets, tried on stored ones. */
import type { MessageHit } from '@logyard/contract/search/search-results'
import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { INPUT, type LaunchedInput, type Receiver, startReceiver } from '../senders/testing/receiver.ts'
import { ADMIN_PASSWORD } from '../testing/server-process.ts'

const START_LIMIT_MS = 60_000
const PASSWORD = 'a password of a user'
const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
const ADMIN = basic('admin', ADMIN_PASSWORD)
const DECORATOR = 'org.graylog.plugins.pipelineprocessor.PipelineProcessorMessageDecorator'
const FORMAT = 'org.graylog2.decorators.FormatStringDecorator'

let receiver: Receiver
let launched: LaunchedInput | undefined
let kitchen: string
beforeAll(async () => {
  receiver = await startReceiver()
  kitchen = await addStream('Kitchen', 'kitchen')
}, START_LIMIT_MS)
afterAll(() => receiver[Symbol.asyncDispose]())

async function ask(method: string, path: string, body?: object, as = ADMIN) {
  const headers = { authorization: as, 'content-type': 'application/json', 'x-requested-by': 'test' }
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const answer = await fetch(`${receiver.url}api${path}`, { method, headers, ...sent })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
}
async function make(path: string, body: object, method = 'POST') {
  const { status, body: made } = await ask(method, path, body)
  expect(status, `${method} ${path}: ${JSON.stringify(made)}`).toBeLessThan(300)
  return made
}
/** Messages with this room go to the stream only. */
async function addStream(title: string, room: string): Promise<string> {
  const { index_sets } = (await ask('GET', '/system/indices/index_sets')).body
  const rules = [{ type: 1, field: 'room', value: room, inverted: false, description: '' }]
  const draft = { title, index_set_id: index_sets[0].id, rules, remove_matches_from_default_stream: true }
  const { stream_id } = await make('/streams', draft)
  await make(`/streams/${stream_id}/resume`, {})
  return stream_id
}
async function person(username: string, ...permissions: readonly string[]): Promise<string> {
  const names = { username, full_name: username, email: `${username}@example.org` }
  await make('/users', { ...names, password: PASSWORD, permissions: [], roles: ['Reader'] })
  await make(`/users/${username}/permissions`, { permissions }, 'PUT')
  return basic(username, PASSWORD)
}
/** The input of all tests. */
async function openInput(): Promise<LaunchedInput> {
  launched ??= await receiver.launch(INPUT.gelfHttp, { enable_bulk_receiving: true })
  return launched
}
async function send(...messages: readonly object[]): Promise<void> {
  const lines = messages.map((message) => JSON.stringify({ version: '1.1', host: 'web-1', ...message }))
  const { port } = await openInput()
  const answer = await fetch(`http://127.0.0.1:${port}/gelf`, { method: 'POST', body: lines.join('\n') })
  expect(answer.status).toBe(202)
}
const ruleOf = (name: string, rest: string) => `rule "${name}" ${rest} end`
const addRule = async (name: string, rest: string): Promise<string> =>
  (await make('/system/pipelines/rule', { source: ruleOf(name, rest) })).id
const addPipeline = async (name: string, stages: string): Promise<string> =>
  (await make('/system/pipelines/pipeline', { source: `pipeline "${name}" ${stages} end` })).id

async function search(text: string, decorators: readonly object[] = [], as = ADMIN): Promise<readonly MessageHit[]> {
  const list = { id: 'list', type: 'messages', limit: 500, decorators }
  const query = { id: 'q', query: { type: 'elasticsearch', query_string: text }, search_types: [list] }
  const body = { queries: [{ ...query, timerange: { type: 'relative', range: 0 } }] }
  const answer = await ask('POST', '/views/search/sync', body, as)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  expect(answer.body.results.q.errors).toEqual([])
  return answer.body.results.q.search_types.list.messages
}
const found = (text: string, count: number, as = ADMIN) =>
  expect.poll(async () => (await search(text, [], as)).length).toBe(count)

test('a saved rule acts on the next message; messages keep what it did to them', async () => {
  const id = await addRule('stamp', 'when $message.suite == "acts" then set_field("stamp", "first");')
  const pipeline = await addPipeline('stamping', 'stage 0 match either rule "stamp"')
  const connection = { stream_id: DEFAULT_STREAM_ID, pipeline_ids: [pipeline] }
  await make('/system/pipelines/connections/to_stream', connection)
  await send({ short_message: 'one', _suite: 'acts' })
  const source = ruleOf('stamp', 'when $message.suite == "acts" then set_field("stamp", "second");')
  await found('suite:acts', 1)
  await make(`/system/pipelines/rule/${id}`, { source }, 'PUT')
  await send({ short_message: 'two', _suite: 'acts' })
  await found('suite:acts', 2)
  await make(`/logyard/pipelines/rules/${id}/switch`, { is_on: false }, 'PUT')
  await send({ short_message: 'zero', _suite: 'acts' })
  await found('suite:acts', 3)
  const stamps = (await search('suite:acts')).map(({ message }) => [message.message, message['stamp']] as const)
  expect(Object.fromEntries(stamps)).toEqual({ one: 'first', two: 'second', zero: undefined })
  await make('/system/pipelines/connections/to_stream', { ...connection, pipeline_ids: [] })
})

test('a trial runs only on messages that the caller may read', async () => {
  const rooms = ['kitchen', 'cellar']
  await send(
    ...Array.from({ length: 60 }, (_, at) => ({ short_message: `t${at}`, _suite: 'trial', _room: rooms[at % 2] })),
  )
  await found('suite:trial', 60)
  const rule = { source: ruleOf('any', 'when $message.suite == "trial" then set_field("seen", true);') }
  const tried = async (target: object, as?: string) =>
    ask('POST', '/logyard/pipelines/trials', { rule, messages: 1000, shown: 1, ...target }, as)
  const { id: input_id } = await openInput()
  const all = await tried({ input_id })
  expect(all).toMatchObject({ status: 200, body: { is_complete: true, edited: { matched: 60 } } })
  const ofStream = await tried({ stream_id: kitchen })
  expect(ofStream.body).toMatchObject({ checked: 30, edited: { matched: 30, changed: 30, failed: 0 } })
  expect(ofStream.body.messages[0]).toMatchObject({ index: expect.stringMatching(/_0$/), streams_before: [kitchen] })

  const cook = await person('cook', 'pipeline_rule:create', 'inputs:read', `streams:read:${kitchen}`)
  expect((await tried({ input_id }, cook)).body).toMatchObject({ checked: 30 })
  expect((await tried({ stream_id: DEFAULT_STREAM_ID }, cook)).status).toBe(403)
  const reader = await person('reader', `streams:read:${kitchen}`)
  expect((await tried({ stream_id: kitchen }, reader)).status).toBe(403)
  const messages = (await search('suite:trial')).map(({ message }) => message['seen'])
  expect(new Set(messages)).toEqual(new Set([undefined]))
})

test('the decorator runs a pipeline on messages of a search; dropping and routing have no effect', async () => {
  await send({ short_message: 'soup', _suite: 'decorated', _room: 'kitchen', _n: 1, _gone: 'x' })
  await found('suite:decorated', 1)
  await addRule(
    'cook',
    `when $message.suite == "decorated" then
      set_field("n", to_long($message.n) + 1); set_field("menu", "yes"); remove_field("gone");
      create_message("dessert"); route_to_stream(id: "${DEFAULT_STREAM_ID}"); drop_message();`,
  )
  const pipeline = await addPipeline('cooking', 'stage 0 match either rule "cook"')
  const decorator = { type: DECORATOR, config: { pipeline } }
  const [soup, dessert, ...others] = await search('suite:decorated', [decorator])
  expect(others).toEqual([])
  expect(soup).toMatchObject({
    message: { message: 'soup', n: 2, menu: 'yes', streams: [kitchen] },
    index: expect.stringMatching(/_0$/),
    decoration_stats: { added_fields: { menu: 'yes' }, changed_fields: { n: 1 }, removed_fields: { gone: 'x' } },
  })
  expect(dessert).toMatchObject({
    message: { message: 'dessert' },
    index: '[created from decorator]',
    decoration_stats: null,
  })
  expect((await search('suite:decorated'))[0]?.message).toMatchObject({ n: 1, gone: 'x' })
})

test('a caller gets a pipeline decorator as it is configured, or needs the permissions of the simulator', async () => {
  await send({ short_message: 'bread', _suite: 'configured', _room: 'kitchen' })
  await addRule('bake', 'when true then set_field("baked", to_string($message.source));')
  const pipeline = await addPipeline('baking', 'stage 0 match either rule "bake"')
  await found('suite:configured', 1)
  const decorator = { type: DECORATOR, config: { pipeline } }
  const choice = { type: FORMAT, config: { format_string: 'anything', target_field: 'source' } }
  const one = `streams:read:${kitchen}`
  const reader = await person('eater', one)
  const cook = await person('baker', one, 'pipeline_rule:read', `pipeline:read:${pipeline}`)
  const owner = await person('owner', one, 'decorators:create', `streams:edit:${kitchen}`)
  const baked = async (decorators: readonly object[], as: string) =>
    (await search('suite:configured', decorators, as))[0]?.message['baked']

  expect([await baked([decorator], reader), await baked([decorator], cook)]).toEqual([undefined, 'web-1'])
  expect(await baked([choice, decorator], cook)).toBe('anything')
  expect((await ask('POST', '/search/decorators', { ...decorator, stream: kitchen }, owner)).status).toBe(403)
  const stored = await make('/search/decorators', { ...decorator, stream: kitchen, order: 1 })
  expect((await ask('PUT', `/search/decorators/${stored.id}`, { ...decorator, stream: kitchen }, owner)).status).toBe(
    403,
  )
  expect(await baked([decorator], reader)).toBe('web-1')
  expect(await baked([choice, decorator], reader)).toBeUndefined()
  await make('/search/decorators', { ...choice, stream: kitchen, order: 0 })
  expect(await baked([choice, decorator], reader)).toBe('anything')
  expect(
    await baked([{ ...choice, config: { ...choice.config, format_string: 'other' } }, decorator], reader),
  ).toBeUndefined()

  const offered = async (as: string) =>
    (await ask('GET', '/search/decorators/available', undefined, as)).body[DECORATOR].requested_configuration.pipeline
      .additional_info.values
  expect([await offered(reader), await offered(cook)]).toEqual([{}, { [pipeline]: 'baking' }])
})
