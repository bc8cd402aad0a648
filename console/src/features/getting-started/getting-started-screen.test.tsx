import { getSystemOverview } from '@logyard/contract/cluster/cluster'
import { dismissGettingStarted, getGettingStarted } from '@logyard/contract/cluster/getting-started'
import { getUser } from '@logyard/contract/identity/users'
import { type InputState, type InputSummary, listInputStates } from '@logyard/contract/ingest/inputs'
import { type Metric, readMetricsOfCluster } from '@logyard/contract/metrics/metrics'
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
const stored: Metric = {
  full_name: 'org.graylog2.throughput.output',
  name: 'output',
  type: 'counter',
  metric: { count: 2 },
}

const doneSteps = () =>
  screen.queryAllByRole('listitem', { name: / Done$/ }).map((step) => within(step).getByRole('heading').textContent)

test('each step is ticked off when it happens', async () => {
  const server = quietServer().on(listInputStates, inState('STARTING'))
  using app = renderConsole({ user: ada, path, server })
  await screen.findByText(/As soon as an input runs/)
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

  server.on(readMetricsOfCluster, { a: { total: 2, metrics: [meter, stored] } })
  await renew()
  await screen.findByText('Messages come in and are stored. You are ready.')
  expect(doneSteps()).toHaveLength(3)
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
  await screen.findByRole('link', { name: 'Launch an input' })
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
  const server = quietServer().on(listInputStates, inState('RUNNING')).on(getSystemOverview, {
    facility: 'logyard-server',
    codename: 'First',
    node_id: 'a',
    cluster_id: 'cluster',
    version: '0.1.0',
    started_at: NOW,
    is_processing: true,
    hostname: 'log-1',
    lifecycle: 'running',
    lb_status: 'alive',
    timezone: 'UTC',
    operating_system: 'Linux 6.1',
  })
  using _app = renderConsole({ user: ada, path, server, language: 'pseudo' })
  await screen.findByText(/nc -u/)
  await screen.findByText('CLUSTER')
  expect(escapedTexts(document.body)).toEqual([])
})
