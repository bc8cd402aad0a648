import { dismissGettingStarted, getGettingStarted } from '@logyard/contract/cluster/getting-started'
import { getUser } from '@logyard/contract/identity/users'
import {
  createInput,
  type InputCreateRequest,
  type InputState,
  type InputSummary,
  type InputTypeInfo,
  listInputStates,
  listInputStatesOfCluster,
  listInputTypesWhole,
  startInputInCluster,
  updateInput,
} from '@logyard/contract/ingest/inputs'
import { type Metric, readMetricsOfCluster } from '@logyard/contract/metrics/metrics'
import { type SearchResponse, searchRelative } from '@logyard/contract/search/universal-search'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { escapedTexts } from '../../testing/escaped-texts.ts'
import { ada, quietServer, renderConsole } from '../../testing/render-console.tsx'

const NOW = '2026-03-01T09:00:00.000Z'
const path = '/gettingstarted'

const input: InputSummary = {
  id: '5f0000000000000000000011',
  title: 'Applications',
  type: 'org.graylog2.inputs.gelf.udp.GELFUDPInput',
  name: 'GELF UDP',
  global: true,
  node: null,
  content_pack: null,
  creator_user_id: 'ada',
  created_at: NOW,
  attributes: { bind_address: '0.0.0.0', port: 12201 },
  static_fields: {},
}

const inState = (state: InputState) => ({
  states: [{ id: input.id, state, started_at: NOW, detailed_message: null, message_input: input }],
})

const meter: Metric = {
  full_name: `${input.type}.${input.id}.incomingMessages`,
  name: 'incomingMessages',
  type: 'meter',
  metric: {
    rate: { total: 3, mean: 1, one_minute: 1, five_minute: 1, fifteen_minute: 1 },
    rate_unit: 'events/second',
  },
}
const answer = (messages: readonly SearchResponse['messages'][number][]): SearchResponse => ({
  query: '',
  built_query: '',
  used_indices: [],
  messages: [...messages],
  fields: [],
  time: 1,
  total_results: messages.length,
  from: NOW,
  to: NOW,
  decoration_stats: null,
})
const hello = {
  message: { _id: 'm1', timestamp: NOW, streams: [], source: 'my-machine', message: 'Hello, Logyard' },
  index: 'logs_0',
  highlight_ranges: {},
  decoration_stats: null,
}

const doneSteps = () =>
  screen.queryAllByRole('listitem', { name: / Done$/ }).map((step) => within(step).getByRole('heading').textContent)

test('each step is ticked off when it happens', async () => {
  const server = quietServer().on(listInputStates, inState('STARTING')).on(searchRelative, answer([]))
  using app = renderConsole({ user: ada, path, server })
  await screen.findByText('Start an input to get a test command.')
  expect(screen.getAllByRole('listitem', { name: / Not done yet$/ })).toHaveLength(3)
  expect(screen.queryByText(/nc -u/)).toBeNull()

  const renew = () => app.services.queryClient.invalidateQueries()
  server.on(listInputStates, inState('RUNNING'))
  await renew()
  await screen.findByText(/ \| nc -u -w1 localhost 12201$/)
  await waitFor(() => expect(doneSteps()).toEqual(['Start an input']))

  server.on(readMetricsOfCluster, { a: { total: 1, metrics: [meter] } })
  await renew()
  await waitFor(() => expect(doneSteps()).toEqual(['Start an input', 'Send a first message']))

  expect(screen.queryByRole('link', { name: 'Open in search' })).toBeNull()
  server.on(searchRelative, answer([hello]))
  await renew()
  const newest = within(await screen.findByRole('region', { name: 'Newest message' }))
  expect(newest.getByText('Hello, Logyard')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open in search' }).getAttribute('href')).toContain('relative=0')
  expect(doneSteps()).toHaveLength(3)
  expect(screen.getByRole('link', { name: 'New dashboard' })).toBeTruthy()
})

const inputType = (type: string, name: string): InputTypeInfo => ({
  type,
  name,
  is_exclusive: false,
  link_to_docs: '',
  requested_configuration: {
    port: {
      type: 'number',
      human_name: 'Port',
      description: null,
      default_value: 12201,
      is_optional: false,
      attributes: [],
      additional_info: {},
      position: 1,
    },
  },
})

test('one click starts GELF and syslog, and a taken port is replaced by the next one', async () => {
  const types = [
    inputType('org.graylog2.inputs.gelf.udp.GELFUDPInput', 'GELF UDP'),
    inputType('org.graylog2.inputs.syslog.udp.SyslogUDPInput', 'Syslog UDP'),
  ]
  const ports: Record<string, unknown> = {}
  const accept = ({ body }: { readonly body: unknown }) => {
    const { title, configuration } = body as InputCreateRequest
    ports[title] = configuration['port']
    return { status: 201, body: { id: title } }
  }
  const server = quietServer()
    .on(listInputStates, { states: [] })
    .on(listInputTypesWhole, Object.fromEntries(types.map((type) => [type.type, type])))
    .outcome(createInput, accept)
    .outcome(updateInput, accept)
    .on(startInputInCluster, { a: { id: 'x' } })
    .outcome(listInputStatesOfCluster, () => {
      const failure = 'BindException: Address already in use: 0.0.0.0:1514'
      const states = Object.entries(ports).map(([id, port]) => ({
        id,
        state: port === 1514 ? ('FAILED' as const) : ('RUNNING' as const),
        started_at: NOW,
        detailed_message: port === 1514 ? failure : null,
        message_input: { ...input, id },
      }))
      return { status: 200, body: { a: states } }
    })
  using _app = renderConsole({ user: ada, path, server })
  await userEvent.click(await screen.findByRole('button', { name: 'Start GELF + syslog' }))
  await screen.findByText('Syslog UDP uses port 1515, because port 1514 is taken.')
  expect(ports).toEqual({ 'GELF UDP': 12201, 'Syslog UDP': 1515 })
})

test('the start page opens the guide, or the first page once the guide is dismissed', async () => {
  let show = true
  const server = quietServer()
    .on(listInputStates, { states: [] })
    .outcome(getGettingStarted, () => ({ status: 200, body: { show } }))
    .outcome(dismissGettingStarted, () => {
      show = false
      return { status: 204, body: null }
    })
  using app = renderConsole({ user: ada, path: '/', server })
  await screen.findByRole('heading', { name: 'Getting started' })
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss guide' }))
  await waitFor(() => expect(window.location.pathname).not.toMatch(/^\/(gettingstarted)?$/))
  expect(app.server.calls(dismissGettingStarted)).toHaveLength(1)
})

test('a failure to dismiss the guide is shown, and the guide stays', async () => {
  const server = quietServer()
    .on(listInputStates, { states: [] })
    .outcome(dismissGettingStarted, () => ({ status: 500, body: { type: 'ApiError', message: 'no' } }))
  using _app = renderConsole({ user: ada, path, server })
  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss guide' }))
  await screen.findByText('Could not dismiss guide')
  await screen.findByText('Dismissing Getting Started Guide failed with status: no - Internal Server Error')
  expect(screen.getByRole('heading', { name: 'Getting started' })).toBeTruthy()
})

test('a guide opened from the help menu cannot be dismissed', async () => {
  using _app = renderConsole({
    user: ada,
    path: `${path}?menu=true`,
    server: quietServer().on(listInputStates, { states: [] }),
  })
  await screen.findByRole('link', { name: 'Choose another input' })
  expect(screen.queryByRole('button', { name: 'Dismiss guide' })).toBeNull()
})

test('a user who may not create inputs is not redirected to the guide', async () => {
  const user = { ...ada, permissions: ['inputs:read'] }
  const server = quietServer(user).on(getUser, user).on(getGettingStarted, { show: true })
  using app = renderConsole({ user, path: '/', server })
  await waitFor(() => expect(window.location.pathname).not.toBe('/'))
  expect(window.location.pathname).not.toBe(path)
  expect(app.server.calls(getGettingStarted)).toEqual([])
})

test('all texts of the guide come from the catalogues', async () => {
  const server = quietServer()
    .on(listInputStates, inState('RUNNING'))
    .on(searchRelative, answer([hello]))
  using _app = renderConsole({ user: ada, path, server, language: 'pseudo' })
  await screen.findByText(/nc -u/)
  await screen.findByText('Hello, Logyard')
  expect(escapedTexts(document.body)).toEqual([])
})
