import { listNodes } from '@logyard/contract/cluster/cluster'
import { getUnusualOfStream } from '@logyard/contract/fields/unusual-messages'
import { updateUser } from '@logyard/contract/identity/users'
import { listInputStatesOfCluster, listInputs, listInputTypesWhole } from '@logyard/contract/ingest/inputs'
import { readMetricsOfCluster } from '@logyard/contract/metrics/metrics'
import { getMessage, type ResultMessage } from '@logyard/contract/search/messages'
import type { MessageHit } from '@logyard/contract/search/search-results'
import { type SearchResponse, searchRelative } from '@logyard/contract/search/universal-search'
import { listIndexSets } from '@logyard/contract/store/index-sets'
import { countRuleMatches } from '@logyard/contract/streams/rule-matches'
import { createStreamRule, deleteStreamRule } from '@logyard/contract/streams/stream-rules'
import {
  cloneStream,
  createStream,
  deleteStream,
  getStream,
  pageStreams,
  pauseStream,
  resumeStream,
  testStreamMatch,
  updateStream,
} from '@logyard/contract/streams/streams'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { escapedTexts } from '../../testing/escaped-texts.ts'
import { ada, quietServer, renderConsole } from '../../testing/render-console.tsx'
import {
  aStream,
  DEFAULT_STREAM,
  INDEX_SETS,
  PAYMENTS,
  PAYMENTS_RULE,
  streamPage,
  withStreams,
} from '../../testing/streams-answers.ts'

// The whole console with every dialog is slow in jsdom.
vi.setConfig({ testTimeout: 40_000 })
const streamsServer = (user = ada) => withStreams(quietServer(user))
const LOADING = { timeout: 10_000 }

const storedMessage = (fields: Readonly<Record<string, unknown>>): ResultMessage => ({
  message: {
    id: 'm1',
    timestamp: '2026-03-01T09:00:00.000Z',
    message: '',
    source: '',
    fields,
    stream_ids: [],
    field_names: [],
    field_count: 0,
    size: 0,
    streams: [],
    index_sets: [],
    source_input_id: null,
    inet_address: null,
    is_source_inet_address: false,
    filter_out: false,
    complete: true,
    validation_errors: '',
    fields_entries: [],
    journal_offset: 0,
    receive_time: null,
    processing_time: null,
  },
  index: 'graylog_0',
  highlight_ranges: {},
})

const searchAnswer = (messages: readonly MessageHit[]): SearchResponse => ({
  query: '',
  built_query: '',
  used_indices: [],
  messages: [...messages],
  fields: [],
  time: 1,
  total_results: messages.length,
  from: '2026-03-01T08:00:00.000Z',
  to: '2026-03-01T09:00:00.000Z',
  decoration_stats: null,
})

async function openList(options: Parameters<typeof renderConsole>[0] = {}) {
  const app = renderConsole({ path: '/streams', user: ada, server: streamsServer(options.user), ...options })
  const actor = userEvent.setup({ pointerEventsCheck: 0 })
  await screen.findByRole('row', { name: /Payments/ }, LOADING)
  const act = async (row: string, action: string) => {
    await actor.click(screen.getByRole('button', { name: `Actions for ${row}` }))
    await actor.click(await screen.findByRole('menuitem', { name: action }))
  }
  return { app, actor, act }
}

test("the list shows each stream's description, rules and throughput", async () => {
  const { app } = await openList()
  using _ = app
  const row = within(screen.getByRole('row', { name: /Payments/ }))
  row.getByText('1 rule')
  row.getByText('Running')
  row.getByText('Default index set')
  // The sum of two nodes.
  await row.findByText('7 msg/s')
  const defaultRow = within(screen.getByRole('row', { name: /All messages/ }))
  defaultRow.getByText('Default')
  within(screen.getByRole('row', { name: /Old things/ })).getByText('Stopped')
  const { body } =
    app.server.calls(readMetricsOfCluster).findLast(({ body }) => JSON.stringify(body).includes('Stream.')) ?? {}
  expect(body).toMatchObject({
    metrics: expect.arrayContaining([`org.graylog2.plugin.streams.Stream.${PAYMENTS.id}.incomingMessages`]),
  })
})

test('the rules of a row open, and one is deleted after confirmation', async () => {
  const { app, actor } = await openList()
  using _ = app
  app.server.on(deleteStreamRule, null)
  const row = within(screen.getByRole('row', { name: /Payments/ }))
  await actor.click(row.getByRole('button', { name: '1 rule of Payments' }))
  const opened = within(await screen.findByRole('dialog', { name: '1 rule of Payments' }))
  opened.getByText('Must match all of the 1 configured stream rule.')
  expect(opened.getByRole('listitem').textContent).toContain('app must match exactly payments')
  await actor.click(opened.getByRole('button', { name: 'Delete rule' }))
  const question = within(await screen.findByRole('dialog', { name: 'Delete rule?' }))
  await actor.click(question.getByRole('button', { name: 'Delete rule' }))
  await screen.findByText('Stream rule has been successfully deleted.')
  expect(app.server.calls(deleteStreamRule).map(({ path }) => path)).toEqual([
    `/streams/${PAYMENTS.id}/rules/${PAYMENTS_RULE.id}`,
  ])
})

test('a new stream is created with its rules, counts what they match, and is started', async () => {
  const { app, actor } = await openList()
  using _ = app
  app.server.on(createStream, { stream_id: '5f0000000000000000000777' }).on(resumeStream, null)
  await actor.click(screen.getByRole('button', { name: 'New stream' }))
  const form = within(await screen.findByRole('dialog', { name: 'New stream' }))
  await actor.click(await form.findByRole('button', { name: 'Create and start' }))
  await form.findByText('Enter a title.')
  await waitFor(() => expect(document.activeElement).toBe(form.getByRole('textbox', { name: /Title/ })))
  await actor.type(form.getByRole('textbox', { name: /Title/ }), 'Web')
  await actor.type(form.getByRole('combobox', { name: 'Field of rule 1' }), 'level')
  await actor.selectOptions(form.getByRole('combobox', { name: 'Condition of rule 1' }), 'is at most')
  await actor.click(form.getByRole('button', { name: 'Create and start' }))
  await form.findByText('Enter a value.')
  expect(app.server.calls(createStream)).toEqual([])
  await actor.type(form.getByRole('combobox', { name: 'Value of rule 1' }), '3')
  await form.findByText('Matches 312 of the last 1,000 messages')
  await actor.click(form.getByRole('combobox', { name: /Index set/ }))
  const sets = INDEX_SETS.filter((set) => set.writable).map((set) => set.title)
  for (const name of sets) await screen.findByRole('option', { name, hidden: true })
  await actor.click(form.getByRole('checkbox', { name: 'Remove matches from “All messages”' }))
  await actor.click(form.getByRole('button', { name: 'Create and start' }))
  await screen.findByText('Stream has been successfully created.')
  const next = within(await screen.findByRole('region', { name: 'Next steps for Web' }))
  await next.findByText('Routed so far: 0 messages')
  next.getByRole('link', { name: 'Why is nothing there?' })
  const rule = { type: 3, field: 'level', value: '3', inverted: true, description: '' }
  expect(app.server.calls(createStream).map(({ body }) => body)).toEqual([
    {
      title: 'Web',
      description: '',
      index_set_id: INDEX_SETS[0]?.id,
      remove_matches_from_default_stream: true,
      rules: [rule],
      matching_type: 'AND',
    },
  ])
  expect(app.server.calls(countRuleMatches).at(-1)?.body).toEqual({ rules: [rule], matching_type: 'AND' })
  await waitFor(() =>
    expect(app.server.calls(resumeStream).map(({ path }) => path)).toEqual([
      '/streams/5f0000000000000000000777/resume',
    ]),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a rejected form stays open and shows the reason at the field', async () => {
  const { app, act, actor } = await openList()
  using _ = app
  app.server.outcome(cloneStream, () => ({
    status: 400,
    body: { type: 'ValidationApiError', message: 'Refused', validation_errors: { title: [{ error: 'is too long' }] } },
  }))
  await act('Payments', 'Clone stream')
  const form = within(await screen.findByRole('dialog', { name: 'Clone stream' }))
  await actor.type(await form.findByRole('textbox', { name: /Title/ }), 'Payments too')
  await actor.type(form.getByRole('textbox', { name: /Description/ }), 'A copy')
  await actor.click(form.getByRole('button', { name: 'Create' }))
  await screen.findByText('Cloning Stream failed with status: Refused - Bad Request')
  expect(form.getAllByText(/is too long/)).not.toEqual([])
  expect(form.getByRole('textbox', { name: /Title/ })).toHaveProperty('value', 'Payments too')
})

test('pausing asks for confirmation, and starting does not', async () => {
  const { app, act, actor } = await openList()
  using _ = app
  app.server.on(pauseStream, null).on(resumeStream, null)
  await act('Payments', 'Pause stream')
  const question = within(await screen.findByRole('dialog', { name: 'Pause stream?' }))
  question.getByText(/Do you really want to pause stream/)
  await actor.click(question.getByRole('button', { name: 'Pause stream' }))
  await waitFor(() =>
    expect(app.server.calls(pauseStream).map(({ path }) => path)).toEqual([`/streams/${PAYMENTS.id}/pause`]),
  )
  await waitFor(() => expect(screen.queryByText('Pausing...')).toBeNull())
  await act('Old things', 'Start stream')
  await waitFor(() => expect(app.server.calls(resumeStream)).toHaveLength(1))
})

test('deleting a stream asks for confirmation, and making it the start page does not', async () => {
  const { app, act, actor } = await openList()
  using _ = app
  app.server.on(deleteStream, null).on(updateUser, null)
  await act('Old things', 'Set as start page')
  await screen.findByText('Your start page was changed successfully')
  expect(app.server.calls(updateUser)[0]?.body).toEqual({
    startpage: { type: 'stream', id: '5f0000000000000000000012' },
  })
  await act('Old things', 'Delete stream')
  const question = within(await screen.findByRole('dialog', { name: 'Delete stream?' }))
  question.getByText('Do you really want to remove this stream?')
  await actor.click(question.getByRole('button', { name: 'Delete stream' }))
  await screen.findByText("Stream 'Old things' was deleted successfully.")
})

test('the default stream explains why it cannot be changed', async () => {
  const { app, actor } = await openList()
  using _ = app
  await actor.click(screen.getByRole('button', { name: 'Actions for All messages' }))
  for (const name of ['Manage rules', 'Pause stream', 'Edit stream', 'Clone stream', 'Delete stream'])
    expect((await screen.findByRole('menuitem', { name })).getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByRole('menuitem', { name: 'Set as start page' }).getAttribute('aria-disabled')).toBe('false')
})

test('a reader is offered no changes', async () => {
  const user = { ...ada, permissions: [`streams:read:${PAYMENTS.id}`] }
  const { app, actor } = await openList({ user })
  using _ = app
  expect(screen.queryByRole('button', { name: 'New stream' })).toBeNull()
  await actor.click(screen.getByRole('button', { name: 'Actions for Payments' }))
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
    'Diagnose',
    'Set as start page',
  ])
})

test('bulk pausing skips streams that cannot be paused', async () => {
  const { app, actor } = await openList()
  using _ = app
  app.server.on(pauseStream, null)
  await actor.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }))
  await actor.click(screen.getByRole('button', { name: 'Pause stream' }))
  const question = within(await screen.findByRole('dialog', { name: 'Pause 1 stream?' }))
  expect(question.getByRole('listitem').textContent).toBe('Payments')
  question.getByText(/^2 selected streams are skipped/)
  await actor.click(question.getByRole('button', { name: 'Pause 1 stream' }))
  await screen.findByText('1 stream paused.')
})

const rules = () => within(screen.getByRole('list', { name: 'Rules' })).getAllByRole('listitem')

async function openEditor(server = streamsServer()) {
  const app = renderConsole({ path: `/streams/${PAYMENTS.id}/edit`, user: ada, server })
  const actor = userEvent.setup({ pointerEventsCheck: 0 })
  await screen.findByRole('heading', { level: 1, name: /^Rules of stream/ }, LOADING)
  return { app, actor }
}

test('an example message is matched while it is typed, and again after a rule is added', async () => {
  const { app, actor } = await openEditor()
  using _ = app
  let verdicts: Record<string, boolean> = { [PAYMENTS_RULE.id]: true }
  app.server.outcome(testStreamMatch, () => ({
    status: 200,
    body: { matches: Object.values(verdicts).every(Boolean), rules: verdicts },
  }))
  screen.getByText('Load or paste a message to test the rules.')
  const message = screen.getByRole('textbox', { name: 'Message fields' })
  await actor.click(message)
  await actor.paste('{"app": "payments", "level": 3}')
  await screen.findByText('This message would be routed to this stream!', undefined, LOADING)
  expect(rules().map((item) => item.textContent)).toEqual([expect.stringMatching(/payments.*Matches$/)])
  expect(app.server.calls(testStreamMatch).map(({ body }) => body)).toEqual([
    { message: { app: 'payments', level: 3 } },
  ])

  const added = { ...PAYMENTS_RULE, id: '5f00000000000000000000b2', type: 3 as const, field: 'level', value: '5' }
  app.server.outcome(createStreamRule, () => {
    verdicts = { ...verdicts, [added.id]: false }
    app.server.on(getStream, aStream({ ...PAYMENTS, rules: [PAYMENTS_RULE, added] }))
    return { status: 201, body: { streamrule_id: added.id } }
  })
  await actor.click(screen.getByRole('button', { name: 'New rule' }))
  const form = within(await screen.findByRole('dialog', { name: 'New rule' }))
  await actor.selectOptions(form.getByRole('combobox', { name: 'Type' }), 'greater than')
  await actor.type(form.getByRole('combobox', { name: /Field/ }), 'level')
  await actor.type(form.getByRole('combobox', { name: /Value/ }), '5')
  expect(form.getAllByRole('status')[0]?.textContent).toContain('level must be greater than 5')
  await actor.click(form.getByRole('button', { name: 'Create' }))
  await screen.findByText('Stream rule was created successfully.')
  await screen.findByText('This message would not be routed to this stream.')
  expect(rules()[1]?.textContent).toMatch(/^level must be greater than 5.*Does not match$/)
  expect(app.server.calls(createStreamRule).map(({ body }) => body)).toEqual([
    { type: 3, field: 'level', value: '5', inverted: false, description: '' },
  ])
})

test('a link with a message loads it as the example', async () => {
  const server = streamsServer()
    .on(getMessage, storedMessage({ app: 'payments' }))
    .on(testStreamMatch, { matches: true, rules: { [PAYMENTS_RULE.id]: true } })
  using app = renderConsole({
    path: `/streams/${PAYMENTS.id}/edit?index=graylog_0&message_id=m1`,
    user: ada,
    server,
  })
  await screen.findByText('This message would be routed to this stream!', undefined, LOADING)
  expect(app.server.calls(getMessage).map(({ path }) => path)).toEqual(['/messages/graylog_0/m1'])
  expect(screen.getByRole('tab', { name: 'Message ID' }).getAttribute('aria-selected')).toBe('true')
  const { value } = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message fields' })
  expect(JSON.parse(value)).toEqual({ app: 'payments', timestamp: '2026-03-01T09:00:00.000Z' })
})

test('the newest message of an input is loaded, or its absence reported', async () => {
  const { app, actor } = await openEditor()
  using _ = app
  let found: readonly MessageHit[] = []
  app.server.outcome(searchRelative, () => ({ status: 200, body: searchAnswer(found) }))
  await actor.click(screen.getByRole('combobox', { name: 'Input' }))
  await actor.click(await screen.findByRole('option', { name: /^Syslog/ }))
  const load = screen.getByRole('button', { name: 'Load message' })
  await actor.click(load)
  await screen.findByText('Input did not return a recent message.')
  const { query } = app.server.calls(searchRelative)[0] ?? {}
  expect(query?.get('query')).toMatch(/^gl2_source_input:(\w+) OR gl2_source_radio_input:\1$/)
  expect(query?.get('range')).toBe('3600')

  found = [
    {
      message: { _id: 'm1', timestamp: '2026-03-01T09:00:00.000Z', streams: [], app: 'payments' },
      index: 'graylog_0',
      highlight_ranges: {},
      decoration_stats: null,
    },
  ]
  await actor.click(load)
  const message = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message fields' })
  await waitFor(() => expect(message.value).toContain('"app": "payments"'))
})

test('the list of inputs and the inputs of the rules do not share a cache entry', async () => {
  const { app, actor } = await openEditor()
  using _ = app
  app.server.on(listInputTypesWhole, {}).on(listInputStatesOfCluster, {}).on(listNodes, { total: 0, nodes: [] })
  await actor.click(screen.getByRole('combobox', { name: 'Input' }))
  await screen.findByRole('option', { name: /^Syslog/ })
  window.history.pushState(null, '', '/system/inputs')
  window.dispatchEvent(new PopStateEvent('popstate'))
  await screen.findByRole('button', { name: 'Syslog, details' }, LOADING)
  window.history.back()
  await actor.click(await screen.findByRole('combobox', { name: 'Input' }, LOADING))
  await screen.findByRole('option', { name: /^Syslog/ })
})

test('an invalid example message is reported and not sent', async () => {
  const { app, actor } = await openEditor()
  using _ = app
  await actor.click(screen.getByRole('textbox', { name: 'Message fields' }))
  await actor.paste('[1, 2]')
  await screen.findByText('Enter one JSON object with a name and a value for each field.')
  expect(app.server.calls(testStreamMatch)).toEqual([])
})

test('a rule for an input picks one by its title', async () => {
  const { app, actor } = await openEditor()
  using _ = app
  app.server.on(createStreamRule, { streamrule_id: '5f00000000000000000000b3' })
  await actor.click(screen.getByRole('button', { name: 'New rule' }))
  const form = within(await screen.findByRole('dialog', { name: 'New rule' }))
  await actor.selectOptions(form.getByRole('combobox', { name: 'Type' }), 'match input')
  await actor.click(form.getByRole('button', { name: 'Create' }))
  await form.findByText('Choose an input.')
  await actor.click(form.getByRole('combobox', { name: /Input/ }))
  await actor.click(await screen.findByRole('option', { name: 'Syslog (Syslog UDP)', hidden: true }))
  expect(form.getAllByRole('status')[0]?.textContent).toContain('must match input Syslog (Syslog UDP)')
  await actor.click(form.getByRole('button', { name: 'Create' }))
  await waitFor(() =>
    expect(app.server.calls(createStreamRule)[0]?.body).toMatchObject({
      type: 8,
      field: 'gl2_source_input',
      value: '5f00000000000000000000c1',
    }),
  )
  expect(app.server.calls(listInputs)).not.toEqual([])
})

test('changing the matching type asks for confirmation and is saved immediately', async () => {
  const { app, actor } = await openEditor()
  using _ = app
  app.server.on(updateStream, aStream({ ...PAYMENTS, matching_type: 'OR' }))
  await actor.click(screen.getByRole('radio', { name: 'A message must match at least one of the following rules' }))
  const question = within(await screen.findByRole('dialog', { name: 'Change rule matching?' }))
  await actor.click(question.getByRole('button', { name: 'Change' }))
  await screen.findByText('Messages will now be routed into the stream when any rules are matched')
  expect(app.server.calls(updateStream).map(({ body }) => body)).toEqual([{ matching_type: 'OR' }])
})

test('a matching type that could not be saved is not shown as chosen', async () => {
  const { app, actor } = await openEditor()
  using _ = app
  app.server.outcome(updateStream, () => ({ status: 400, body: { type: 'ApiError', message: 'No' } }))
  const any = screen.getByRole('radio', { name: 'A message must match at least one of the following rules' })
  await actor.click(any)
  const question = within(await screen.findByRole('dialog', { name: 'Change rule matching?' }))
  await actor.click(question.getByRole('button', { name: 'Change' }))
  await waitFor(() => expect(app.server.calls(updateStream)).toHaveLength(1))
  await waitFor(() => expect(any).toHaveProperty('disabled', false))
  expect(any).toHaveProperty('checked', false)
})

test('the default stream has no rules page', async () => {
  const server = streamsServer().on(getStream, aStream(DEFAULT_STREAM))
  using _ = renderConsole({ path: `/streams/${DEFAULT_STREAM.id}/edit`, user: ada, server })
  await screen.findByText('The default stream cannot be edited.', undefined, LOADING)
  expect(screen.queryByRole('button', { name: 'New rule' })).toBeNull()
})

test('a list that fails to load shows an error and can be retried', async () => {
  const server = streamsServer().outcome(pageStreams, () => ({
    status: 400,
    body: { type: 'ApiError', message: 'No' },
  }))
  using app = renderConsole({ path: '/streams', user: ada, server })
  await screen.findByText('Could not load streams', undefined, LOADING)
  app.server.on(pageStreams, streamPage()).on(listIndexSets, { total: 0, index_sets: [], stats: {} })
  await userEvent.setup({ pointerEventsCheck: 0 }).click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('row', { name: /Payments/ })
})

test.each(['/streams', `/streams/${PAYMENTS.id}/edit`])('all texts of %s come from the catalogues', async (path) => {
  using _ = renderConsole({ path, user: ada, language: 'pseudo', server: streamsServer() })
  await screen.findAllByText(/^Payments$/, undefined, LOADING)
  const unfold = document.querySelector('tbody [aria-haspopup="dialog"]')
  if (unfold !== null) await userEvent.setup({ pointerEventsCheck: 0 }).click(unfold)
  await screen.findByText('payments')
  expect(escapedTexts(document.body)).toEqual([])
})

test("a stream's page shows its unusual messages", async () => {
  const server = streamsServer().on(getUnusualOfStream, {
    total: 3,
    fields: [
      {
        kind: 'long-value',
        field: 'dump',
        index_set: 'logs',
        usual_type: 'string',
        other_types: [],
        count: 3,
        first_seen: '2026-03-01T09:00:00.000Z',
        last_seen: '2026-03-01T09:00:00.000Z',
        example: { index: 'logs_3', message_id: 'm1' },
      },
    ],
  })
  using _ = renderConsole({ path: `/streams/${PAYMENTS.id}/edit`, user: ada, server })
  const panel = within(await screen.findByRole('region', { name: 'Unusual messages' }, LOADING))
  panel.getByRole('row', { name: /dump has values of more than 32,766 bytes/ })
  panel.getByRole('button', { name: 'Reset counter' })
})
