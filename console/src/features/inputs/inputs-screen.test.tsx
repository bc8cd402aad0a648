import { listNodes } from '@logyard/contract/cluster/cluster'
import {
  countUnusualMessages,
  forgetUnusualOfInput,
  getUnusualOfInput,
} from '@logyard/contract/fields/unusual-messages'
import { getUser } from '@logyard/contract/identity/users'
import {
  type ClusterInputStates,
  createInput,
  deleteInput,
  type InputSummary,
  listInputStatesOfCluster,
  listInputs,
  listInputTypesWhole,
  startInputInCluster,
  stopInputInCluster,
  updateInput,
} from '@logyard/contract/ingest/inputs'
import { readMetricsOfCluster } from '@logyard/contract/metrics/metrics'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { escapedTexts } from '../../testing/escaped-texts.ts'
import { ada, quietServer, renderConsole } from '../../testing/render-console.tsx'
import { gelfTcp, globalInput, localInput, meter, node, stateOf } from './testing/inputs.ts'

function inputServer(inputs: readonly InputSummary[] = [globalInput, localInput], states: ClusterInputStates = {}) {
  return quietServer()
    .on(listNodes, { total: 1, nodes: [node('node-a', 'log-1', true)] })
    .on(listInputs, { inputs: [...inputs], total: inputs.length })
    .on(listInputTypesWhole, { [gelfTcp.type]: gelfTcp })
    .on(listInputStatesOfCluster, states)
}

const path = '/system/inputs'
const card = (name: string) => screen.findByRole('article', { name })
/** Clicks are slow in jsdom on a busy machine. */
const slow = 20_000

test(
  'inputs are listed as global or local with state, configuration and traffic; passwords are hidden',
  async () => {
    const server = inputServer([globalInput, localInput], {
      'node-a': [stateOf(globalInput, 'RUNNING'), stateOf(localInput, 'FAILED', 'address in use: 0.0.0.0:12201')],
      'node-b': [stateOf(globalInput, 'RUNNING')],
    }).on(readMetricsOfCluster, {
      'node-a': { total: 1, metrics: [meter(`${gelfTcp.type}.${globalInput.id}.incomingMessages`, 10, 1.5)] },
      'node-b': { total: 1, metrics: [meter(`${gelfTcp.type}.${globalInput.id}.incomingMessages`, 5, 2)] },
    })
    using _app = renderConsole({ user: ada, path, server })
    const applications = await card('Applications')
    await within(applications).findByText('2 RUNNING')
    await within(applications).findByText('1 minute average rate: 3.5 msg/s')
    expect(within(applications).getByText('********')).toBeTruthy()
    expect(document.body.textContent).not.toContain('hunter2')
    expect(within(applications).getByText('environment: production')).toBeTruthy()
    expect(within(applications).getByRole('button', { name: 'Stop input' })).toBeTruthy()
    const laboratory = await card('Laboratory')
    expect(within(laboratory).getByText('FAILED')).toBeTruthy()
    expect(within(laboratory).getByRole('alert').textContent).toContain('address in use: 0.0.0.0:12201')
    expect(within(laboratory).getByText('No metrics available for this input')).toBeTruthy()
  },
  slow,
)

test(
  "an input is launched on the only node with the form's default values",
  async () => {
    const server = inputServer([]).on(createInput, { id: globalInput.id })
    using app = renderConsole({ user: ada, path, server })
    await screen.findByText('There are no global inputs.')
    expect(screen.getByRole('button', { name: 'Launch new input' })).toHaveProperty('disabled', true)
    await userEvent.type(screen.getByRole('combobox', { name: 'Select input' }), 'gelf t')
    await userEvent.click(await screen.findByRole('option', { name: 'GELF TCP' }))
    await userEvent.click(screen.getByRole('button', { name: 'Launch new input' }))
    const dialog = await screen.findByRole('dialog', { name: 'Launch new GELF TCP input' })
    await userEvent.clear(within(dialog).getByLabelText(/^Port/))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Launch input' }))
    await within(dialog).findByText('Port: This field is required.')
    expect(app.server.calls(createInput)).toEqual([])
    await userEvent.type(within(dialog).getByLabelText(/^Title/), 'Web servers')
    await userEvent.type(within(dialog).getByLabelText(/^Port/), '12202')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Launch input' }))
    await screen.findByText("Input 'Web servers' launched successfully")
    expect(app.server.calls(createInput)[0]?.body).toEqual({
      title: 'Web servers',
      type: gelfTcp.type,
      global: false,
      node: 'node-a',
      configuration: { bind_address: '0.0.0.0', port: 12202, tls_key_password: '', tcp_keepalive: false },
    })
  },
  slow,
)

test(
  'a rejected change stays in the form, with the reason',
  async () => {
    const server = inputServer().outcome(updateInput, () => ({
      status: 400,
      body: { type: 'ApiError', message: 'Missing or invalid input configuration.' },
    }))
    using _app = renderConsole({ user: ada, path, server })
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Laboratory' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit input' }))
    const dialog = await screen.findByRole('dialog', { name: 'Editing Input Laboratory' })
    await userEvent.type(within(dialog).getByLabelText(/^Title/), ' two')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Update input' }))
    await within(dialog).findByText('Missing or invalid input configuration. - Bad Request')
    expect(within(dialog).getByLabelText(/^Title/)).toHaveProperty('value', 'Laboratory two')
  },
  slow,
)

test.each([
  { result: { a: { id: 'x' }, b: { id: 'x' } }, role: 'status', title: "Input 'Applications' will be started shortly" },
  { result: { a: null, b: null }, role: 'alert', title: "Input 'Applications' could not be started" },
  {
    result: { a: { id: 'x' }, b: null },
    role: 'status',
    title: "Input 'Applications' could not be started in all nodes",
  },
])('starting with the node results $result shows: $title', async ({ result, role, title }) => {
  const server = inputServer([globalInput]).on(startInputInCluster, result)
  using _app = renderConsole({ user: ada, path, server })
  await userEvent.click(await screen.findByRole('button', { name: 'Start input' }))
  const told = await screen.findByText(title)
  expect(told.closest(`[role="${role}"]`)).not.toBeNull()
})

test(
  'a running input is stopped, and deleted after a confirmation that names it',
  async () => {
    const server = inputServer([globalInput], { 'node-a': [stateOf(globalInput, 'RUNNING')] })
      .on(stopInputInCluster, { 'node-a': { id: globalInput.id } })
      .on(deleteInput, null)
    using app = renderConsole({ user: ada, path, server })
    await userEvent.click(await screen.findByRole('button', { name: 'Stop input' }))
    await screen.findByText("Request to stop input 'Applications' was sent successfully.")
    await userEvent.click(screen.getByRole('button', { name: 'Actions for Applications' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete input' }))
    const question = await screen.findByRole('dialog', { name: 'Delete input' })
    expect(question.textContent).toContain("Do you really want to delete input 'Applications'?")
    expect(app.server.calls(deleteInput)).toEqual([])
    await userEvent.click(within(question).getByRole('button', { name: 'Delete input' }))
    await screen.findByText("Input 'Applications' deleted successfully")
  },
  slow,
)

test(
  'the filter is in the address, and an invalid expression is harmless',
  async () => {
    using _app = renderConsole({ user: ada, path, server: inputServer() })
    await card('Applications')
    await userEvent.type(screen.getByRole('textbox', { name: 'Filter by title' }), '^app{Enter}')
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Laboratory' })).toBeNull())
    expect(window.location.search).toBe('?query=%5Eapp')
    expect(screen.getByText('No local inputs match the filter')).toBeTruthy()
    const box = screen.getByRole('textbox', { name: 'Filter by title' })
    await userEvent.clear(box)
    await userEvent.type(box, '[[lab({Enter}')
    await screen.findByText('No global inputs match the filter')
  },
  slow,
)

test('a reader sees inputs but cannot change them', async () => {
  const user = { ...ada, permissions: ['inputs:read', 'clusterconfigentry:read'] }
  using _app = renderConsole({ user, path, server: inputServer().on(getUser, user) })
  await card('Applications')
  for (const name of [/Launch/, /Start input/, /Actions for Applications/, /Remove static field/])
    expect(screen.queryByRole('button', { name })).toBeNull()
  // The page shows the metrics of an input that runs on one node, and offers nothing else.
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Laboratory' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map((item) => item.textContent)).toEqual(['Show metrics'])
})

test('a node has its own inputs page, and an unknown node has none', async () => {
  const elsewhere = { ...localInput, id: '5f0000000000000000000013', title: 'Elsewhere', node: 'node-b' }
  const server = inputServer([globalInput, localInput, elsewhere], {
    'node-a': [stateOf(globalInput, 'RUNNING')],
    'node-b': [stateOf(globalInput, 'RUNNING')],
  })
  using _app = renderConsole({ user: ada, path: `${path}/node-a`, server })
  const heading = await screen.findByRole('heading', { level: 1 })
  expect(heading.textContent).toBe('Inputs of node node-a / log-1')
  await within(await card('Applications')).findByText('1 RUNNING')
  expect(screen.getAllByText('1 configured on this node')).toHaveLength(2)
  expect(screen.queryByText('Elsewhere')).toBeNull()
})

test('an unknown node is a not-found page', async () => {
  using _app = renderConsole({ user: ada, path: `${path}/nobody`, server: inputServer() })
  await screen.findByRole('heading', { name: 'Page not found' })
})

test(
  'all texts of the inputs pages come from the catalogues',
  async () => {
    const server = inputServer([globalInput, localInput], { 'node-a': [stateOf(globalInput, 'RUNNING')] })
    using _app = renderConsole({ user: ada, path, server, language: 'pseudo' })
    await card('Applications')
    await userEvent.type(screen.getByRole('combobox'), 'gelf')
    await userEvent.click(await screen.findByRole('option', { name: 'GELF TCP' }))
    await userEvent.click(screen.getByRole('button', { name: /Ŀȧŭƞƈħ/ }))
    await screen.findByRole('dialog')
    expect(escapedTexts(document.body)).toEqual([])
  },
  slow,
)

test(
  "unusual messages are counted on the input's card, and the count can be reset in their list",
  async () => {
    const server = inputServer()
      .on(countUnusualMessages, { streams: [], inputs: [{ id: globalInput.id, count: 1234 }] })
      .on(getUnusualOfInput, {
        total: 1234,
        fields: [
          {
            kind: 'type-clash',
            field: 'level',
            index_set: 'logs',
            usual_type: 'long',
            other_types: ['string'],
            count: 1234,
            first_seen: '2026-03-01T09:00:00.000Z',
            last_seen: '2026-03-01T09:00:00.000Z',
            example: { index: 'logs_3', message_id: '20f683d2-a874-11e9-8a11-0242ac130004' },
          },
        ],
      })
      .on(forgetUnusualOfInput, null)
    using app = renderConsole({ user: ada, path, server })
    expect(within(await card('Laboratory')).queryByText(/unusual/)).toBeNull()
    await userEvent.click(
      await within(await card('Applications')).findByRole('button', { name: '1,234 unusual messages' }),
    )
    const dialog = within(await screen.findByRole('dialog', { name: 'Unusual messages' }))
    const row = await dialog.findByRole('row', { name: /level came as text; it was whole number first/ })
    expect(within(row).getByRole('link', { name: 'Show message' }).getAttribute('href')).toBe(
      '/messages/logs_3/20f683d2-a874-11e9-8a11-0242ac130004',
    )
    await userEvent.click(dialog.getByRole('button', { name: 'Count anew' }))
    await screen.findByText('Unusual messages are counted anew.')
    expect(app.server.calls(forgetUnusualOfInput)).toHaveLength(1)
  },
  slow,
)
