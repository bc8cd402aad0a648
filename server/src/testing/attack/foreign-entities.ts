/** Fills a Logyard with what only its administrator may see: an entity of each kind, and messages. */
import { lookupCaches } from '@logyard/contract/lookup/lookup-caches'
import { lookupTables } from '@logyard/contract/lookup/lookup-tables'
import { SYSTEM_EVENTS_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { expect } from 'vitest'
import { ldapBackend } from '../../identity/auth-services/testing/backend-drafts.ts'
import { INPUT, type LaunchedInput, type Receiver } from '../../senders/testing/receiver.ts'
import { ADMIN_PASSWORD } from '../server-process.ts'
import { ADMIN, type AdminCalls, COUNTED, MESSAGES, queryOf } from './admin-calls.ts'
import { makeAlert } from './foreign-alert.ts'
import { makeContentPack } from './foreign-content-packs.ts'
import { makeLegacyAlert } from './foreign-legacy-alert.ts'
import { makeSidecar } from './foreign-sidecars.ts'
import type { IdsByKind } from './known-entities.ts'
import { sendMessages } from './sent-messages.ts'

export interface ForeignEntities {
  readonly ids: IdsByKind
  readonly stream: string
  /** A stream that may be shared. */
  readonly open: string
  /** Where messages are sent to. */
  readonly input: LaunchedInput
  /** Tokens, sessions and tickets: no answer holds them again. */
  readonly given: readonly string[]
}

/** Nobody has it: a session belongs to the caller that brings its id. */
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'
const ROUNDS = 40
const IN_A_ROUND = 3

export async function makeForeignEntities(receiver: Receiver, calls: AdminCalls): Promise<ForeignEntities> {
  const { make, read } = calls
  const [standard] = (await read('/system/indices/index_sets')).index_sets
  const { id: _id, default: _default, ...settings } = standard
  const named = { title: 'zqtitle of a set', index_prefix: 'apart' }
  const indexSet = await make('/system/indices/index_sets', { ...settings, ...named })
  const open = await calls.stream('The orchard', 'a', standard.id)
  const stream = await calls.stream('zqtitle of a stream', 'b', standard.id)
  const input = await receiver.launch(INPUT.gelfHttp, { enable_bulk_receiving: true })
  const guarded = await receiver.launch(INPUT.hec, { token: 'zqtoken-of-an-input' })
  await sendMessages(input, ROUNDS)
  await sendBroken(input)
  await receiver.stored(input, ROUNDS * IN_A_ROUND)

  const extractor = await make(`/system/inputs/${input.id}/extractors`, {
    title: 'First word',
    cut_or_copy: 'copy',
    source_field: 'message',
    target_field: 'first_word',
    extractor_type: 'split_and_index',
    extractor_config: { split_by: ' ', index: 1 },
    converters: {},
    condition_type: 'none',
    condition_value: '',
  })
  const people = await makePeople(calls, stream)
  const found = await makeSearches(calls, stream)
  const output = await make('/system/outputs', {
    title: 'zqtitle of an output',
    type: 'org.graylog2.outputs.LoggingOutput',
    configuration: { prefix: 'zqtitle ' },
  })
  const decorator = await make('/search/decorators', {
    type: 'org.graylog2.decorators.SyslogSeverityMapperDecorator',
    config: { source_field: 'level', target_field: 'severity' },
    stream,
    order: 1,
  })
  const pipelines = await makePipelines(calls, stream)
  const lookups = await makeLookups(calls)
  const job = await make('/scheduler/jobs', {
    title: 'zqtitle of a job',
    description: 'zqcanary',
    config: { type: 'event-processor-execution-v1' },
  })
  const quietTime = await make('/events/quiet_times', {
    title: 'zqtitle of a quiet time',
    event_definitions: [],
    tags: ['zqtag'],
    schedule: { type: 'once', from: '2040-01-01T00:00:00.000Z', to: '2040-01-02T00:00:00.000Z' },
    at_end: 'nothing',
  })
  const frozenLink = await make('/logyard/frozen-links', {
    note: 'zqcanary',
    query: 'zqcanary',
    timerange: { type: 'relative', range: 300 },
    streams: [stream],
    columns: [],
    messages: [],
  })
  const notification = await makeNotification(calls)
  const alerts = await makeAlert(calls, stream, notification)
  const legacy = await makeLegacyAlert(calls, stream)
  const authService = await makeAuthService(calls)
  const sidecars = await makeSidecar(receiver.url, calls)
  const grok = await make('/system/grok', { name: 'ORCHARD', pattern: '%{INT:apples}' })
  const ids = {
    ...people.ids,
    ...found.ids,
    stream: [stream, SYSTEM_EVENTS_STREAM_ID],
    input: [input.id, guarded.id],
    extractor: [String(extractor.extractor_id)],
    output: [String(output.id)],
    indexset: [String(indexSet.id), String(standard.id)],
    index: ['graylog_0', 'apart_0'],
    rule: [String((await read(`/streams/${stream}/rules`)).stream_rules[0].id)],
    decorator: [String(decorator.id)],
    ...pipelines,
    ...lookups,
    jobdefinition: [String(job.id)],
    frozenlink: [String(frozenLink.id)],
    quiettime: [String(quietTime.id)],
    notification: [notification],
    ...alerts,
    ...legacy,
    alert: [...alerts.alert, ...legacy.alert],
    backend: [authService],
    ...sidecars,
    ...(await makeContentPack(calls)),
    provider: [await makeProvider(calls)],
    grok: [String(grok.id)],
    'grok-pattern': [String(grok.id)],
    galleryname: ['nginx'],
    grn: [`grn::::stream:${stream}`, ...found.grns, ...people.grns],
    session: [UNKNOWN_ID],
    ticket: [UNKNOWN_ID],
    permission: ['*', 'streams:read', `streams:read:${stream}`],
  }
  return {
    ids,
    stream,
    open,
    input,
    given: [...people.given, found.ticket, NOTIFICATION_TOKEN, DIRECTORY_PASSWORD, CLIENT_SECRET],
  }
}

const NOTIFICATION_TOKEN = 'zqtoken-of-a-notification'

const DIRECTORY_PASSWORD = 'zqpassword-of-a-directory'

async function makeAuthService({ make }: AdminCalls): Promise<string> {
  const facts = { title: 'zqtitle of a directory', description: 'zqcanary' }
  const draft = ldapBackend(facts, { system_user_dn: 'cn=zqcanary', system_user_password: DIRECTORY_PASSWORD })
  return String((await make('/system/authentication/services/backends', draft)).backend.id)
}

const CLIENT_SECRET = 'zqpassword-of-a-client'

/** It is not active: the sign-in page shows the others to strangers. */
async function makeProvider({ make }: AdminCalls): Promise<string> {
  const draft = {
    id: 'orchard',
    title: 'zqtitle of a provider',
    description: 'zqcanary',
    issuer: 'https://zqcanary.example.org',
    client_id: 'zqcanary',
    client_secret: CLIENT_SECRET,
  }
  return String((await make('/logyard/authentication/oidc/providers', draft)).id)
}

/** Its address is not whitelisted, so what it sends waits in its queue. */
async function makeNotification({ make }: AdminCalls): Promise<string> {
  const config = {
    type: 'http-notification-v2',
    url: 'http://zqcanary.example.org/hook',
    method: 'POST',
    content_type: 'application/json',
    bearer_token: NOTIFICATION_TOKEN,
  }
  const draft = { title: 'zqtitle of a notification', description: 'zqcanary', config }
  return String((await make('/events/notifications', draft)).id)
}

/** The message cannot be decoded, so it is stored as a failure. */
async function sendBroken({ port }: LaunchedInput): Promise<void> {
  const body = '{"version":"1.1","short_message":"zqcanary without a host","host":5}'
  await (await fetch(`http://127.0.0.1:${port}/gelf`, { method: 'POST', body })).arrayBuffer()
}

async function makeLookups({ make }: AdminCalls) {
  // The names are sent as ids, and errors repeat what was sent.
  const named = (kind: string) => ({ title: `zqtitle of ${kind}`, description: '', name: `orchard-${kind}` })
  const cache = await make('/system/lookup/caches', { ...lookupCaches.example, ...named('cache') })
  const config = { type: 'logyard-values', time_to_live: 0 }
  const adapter = await make('/system/lookup/adapters', { ...named('adapter'), config })
  await make(`/logyard/lookup/adapters/${adapter.id}/values`, { key: 'apple', value: 'zqcanary' }, ADMIN, 'PUT')
  const table = await make('/system/lookup/tables', {
    ...lookupTables.example,
    ...named('table'),
    cache_id: cache.id,
    data_adapter_id: adapter.id,
  })
  return {
    lookuptable: [String(table.id)],
    tablename: [String(table.name)],
    cache: [String(cache.id)],
    dataadapter: [String(adapter.id)],
    adaptername: [String(adapter.name)],
  }
}

async function makePeople({ make, read, user }: AdminCalls, stream: string) {
  const victim = await user('victim', ['Reader'])
  await make(`/users/${victim}`, { email: 'zqmail@example.org' }, ADMIN, 'PUT')
  const token = await make(`/users/${victim}/tokens/zqname`, {})
  const session = await make('/system/sessions', { username: 'admin', password: ADMIN_PASSWORD, host: '' })
  const role = { name: 'zqrole', description: 'zqtitle of a role', permissions: [`streams:read:${stream}`] }
  await make('/roles', role)
  const { roles } = await read('/authz/roles')
  const made = roles.find(({ name }: { name: string }) => name === role.name)
  const admin = String((await read('/users/admin')).id)
  const ids = {
    user: [admin, victim],
    username: ['admin', 'victim'],
    owner: ['admin', `grn::::user:${admin}`],
    role: [String(made.id), 'Admin'],
    rolename: [role.name, 'Admin'],
    token: [String(token.id)],
  }
  return { ids, grns: [`grn::::user:${admin}`], given: [String(token.token), String(session.session_id)] }
}

async function makePipelines({ make }: AdminCalls, stream: string) {
  const source = 'rule "zqtitle of a rule" when true then set_field("basket", "zqcanary"); end'
  const rule = await make('/system/pipelines/rule', { source, description: 'zqcanary' })
  const pipeline = await make('/system/pipelines/pipeline', {
    source: 'pipeline "zqtitle of a pipeline" stage 0 match either rule "zqtitle of a rule" end',
  })
  const ids = [String(pipeline.id)]
  await make('/system/pipelines/connections/to_stream', { stream_id: stream, pipeline_ids: ids })
  return { pipelinerule: [String(rule.id)], pipeline: ids, version: ['1'] }
}

async function makeSearches({ make, search, view }: AdminCalls, stream: string) {
  const messages = await search('zqquery OR *', MESSAGES)
  const counted = await search('zqquery OR *', COUNTED)
  const dashboard = await view('zqtitle of a dashboard', counted, ADMIN, 'DASHBOARD')
  const saved = await view('zqtitle of a view', messages)
  const job = await make(`/views/search/${messages}/execute`, {})
  const { results } = await make('/views/search/sync', { queries: [queryOf('', { ...MESSAGES, streams: [stream] })] })
  const [hit] = results.part.search_types.part.messages
  expect(hit.message.message).toContain('zqcanary')
  const selection = { timerange: { type: 'relative', range: 0 }, streams: [stream] }
  const { patterns } = await make('/logyard/search/patterns', selection)
  const download = { search_id: messages, format: 'csv', file_name: 'messages' }
  const { ticket } = await make('/logyard/search/downloads', download)
  const ids = {
    search: [messages, counted],
    view: [saved, dashboard],
    job: [String(job.id)],
    message: [String(hit.message._id)],
    pattern: patterns.map(({ id }: { id: unknown }) => String(id)).slice(0, 3),
  }
  return { ids, grns: [`grn::::dashboard:${dashboard}`, `grn::::search:${saved}`], ticket: String(ticket) }
}
