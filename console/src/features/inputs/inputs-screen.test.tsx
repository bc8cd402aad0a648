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
  listInputAddresses,
  listInputStatesOfCluster,
  listInputs,
  listInputTypesWhole,
  startInputInCluster,
  stopInputInCluster,
  updateInput,
} from '@logyard/contract/ingest/inputs'
import { readMetricsOfCluster } from '@logyard/contract/metrics/metrics'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
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
const row = async (name: string) => {
  const toggle = await screen.findByRole('button', { name: `${name}, details` })
  const found = toggle.closest('tr')
  if (found === null) throw new Error('the button is in no row')
  return found
}
const open = async (name: string) => userEvent.click(await screen.findByRole('button', { name: `${name}, details` }))
const act = async (name: string, action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}
/** Clicks are slow in jsdom on a busy machine. */
const slow = 20_000

test(
  'inputs are listed with state, address, rate and failure; details have the configuration without passwords',
  async () => {
    const server = inputServer([globalInput, localInput], {
      'node-a': [
        stateOf(globalInput, 'RUNNING'),
        stateOf(localInput, 'FAILED', 'BindException: Address already in use: 0.0.0.0:12201'),
      ],
      'node-b': [stateOf(globalInput, 'RUNNING')],
    }).on(readMetricsOfCluster, {
      'node-a': { total: 1, metrics: [meter(`${gelfTcp.type}.${globalInput.id}.incomingMessages`, 10, 1.5)] },
      'node-b': { total: 1, metrics: [meter(`${gelfTcp.type}.${globalInput.id}.incomingMessages`, 5, 2)] },
    })
    using _app = renderConsole({ user: ada, path, server })
    const applications = within(await row('Applications'))
    await applications.findByText('2 Running')
    await applications.findByText('3.5 msg/s')
    expect(applications.getByText('TCP 12201')).toBeTruthy()
    expect(within(await row('Laboratory')).getByText('Failed')).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toContain('Port 12201 is used by input Applications.')
    expect(screen.getByRole('button', { name: 'Change port' })).toBeTruthy()
    await open('Applications')
    expect(screen.getByText('********')).toBeTruthy()
    expect(document.body.textContent).not.toContain('hunter2')
    expect(screen.getByText('environment: production')).toBeTruthy()
    expect(screen.getByText('Messages received: 15')).toBeTruthy()
  },
  slow,
)

test(
  "an input is launched on the only node with the form's default values",
  async () => {
    const server = inputServer([]).on(createInput, { id: globalInput.id })
    using app = renderConsole({ user: ada, path, server })
    await screen.findByText('No inputs yet')
    await userEvent.click(screen.getByRole('button', { name: 'New input' }))
    await userEvent.type(await screen.findByRole('textbox', { name: 'Select input' }), 'gelf t')
    await userEvent.click(await screen.findByRole('option', { name: /^GELF TCP/ }))
    const dialog = await screen.findByRole('dialog', { name: 'New GELF TCP input' })
    await userEvent.clear(within(dialog).getByLabelText(/^Port/))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Create' }))
    await within(dialog).findByText('Port: This field is required.')
    expect(app.server.calls(createInput)).toEqual([])
    await userEvent.type(within(dialog).getByLabelText(/^Title/), 'Web servers')
    await userEvent.type(within(dialog).getByLabelText(/^Port/), '12202')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Create' }))
    await screen.findByText("Input 'Web servers' launched successfully")
    expect(app.server.calls(createInput)[0]?.body).toEqual({
      title: 'Web servers',
      type: gelfTcp.type,
      global: true,
      node: null,
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
    await act('Laboratory', 'Edit input')
    const dialog = await screen.findByRole('dialog', { name: 'Edit input Laboratory' })
    await userEvent.type(within(dialog).getByLabelText(/^Title/), ' two')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
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
  await act('Applications', 'Start input')
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
    await screen.findByText('Running')
    await act('Applications', 'Stop input')
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
    using _app = renderConsole({ user: ada, path: `${path}?query=%5Eapp`, server: inputServer() })
    await row('Applications')
    expect(screen.queryByRole('button', { name: 'Laboratory, details' })).toBeNull()
    const box = screen.getByRole('textbox', { name: 'Search inputs…' })
    await userEvent.type(box, '[[lab(')
    await screen.findByText('No inputs match the filter')
    expect(window.location.search).toBe('?query=%5Eapp%5Blab%28')
  },
  slow,
)

test('a reader sees inputs but cannot change them', async () => {
  const user = { ...ada, permissions: ['inputs:read', 'clusterconfigentry:read'] }
  using _app = renderConsole({ user, path, server: inputServer().on(getUser, user) })
  await row('Applications')
  for (const name of [/Launch/, /Remove static field/]) expect(screen.queryByRole('button', { name })).toBeNull()
  // The menu leads to other pages, and offers nothing else.
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Laboratory' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map((item) => item.textContent)).toEqual(['How to send', 'Diagnose input', 'Show metrics'])
})

test('how to send names an address that other machines reach, and on request this machine', async () => {
  const server = inputServer().on(listInputAddresses, { addresses: ['192.0.2.7'] })
  using _app = renderConsole({ user: ada, path, server })
  await act('Applications', 'How to send')
  const dialog = within(await screen.findByRole('dialog', { name: 'Applications' }))
  const command = await dialog.findByRole('region', { name: 'Command' })
  await vi.waitFor(() => expect(command.textContent).toContain('nc -w1 192.0.2.7 12201'))
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Sender' }), 'This machine (localhost)')
  expect(command.textContent).toContain('nc -w1 localhost 12201')
})

test('a node has its own inputs page, and an unknown node has none', async () => {
  const elsewhere = { ...localInput, id: '5f0000000000000000000013', title: 'Elsewhere', node: 'node-b' }
  const server = inputServer([globalInput, localInput, elsewhere], {
    'node-a': [stateOf(globalInput, 'RUNNING')],
    'node-b': [stateOf(globalInput, 'RUNNING')],
  })
  using _app = renderConsole({ user: ada, path: `${path}/node-a`, server })
  const heading = await screen.findByRole('heading', { level: 1 })
  expect(heading.textContent).toBe('Inputs of node log-1')
  await within(await row('Applications')).findByText('Running')
  await row('Laboratory')
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
    await userEvent.click(
      (await screen.findAllByRole('button', { expanded: false, name: /Applications/ }))[0] ?? document.body,
    )
    await userEvent.click(screen.getByRole('button', { name: /Ƞḗẇ/ }))
    await userEvent.click(await screen.findByRole('option', { name: /^GELF TCP/ }))
    await screen.findByRole('dialog')
    expect(escapedTexts(document.body)).toEqual([])
  },
  slow,
)

test(
  'unusual messages are counted in the details of the input, and the count can be reset in their list',
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
    await open('Laboratory')
    expect(screen.queryByText(/unusual/)).toBeNull()
    await open('Applications')
    await userEvent.click(await screen.findByRole('button', { name: '1,234 unusual messages' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Unusual messages' }))
    const row = await dialog.findByRole('row', { name: /level is text here, but was integer before/ })
    expect(within(row).getByRole('link', { name: 'Show message' }).getAttribute('href')).toBe(
      '/messages/logs_3/20f683d2-a874-11e9-8a11-0242ac130004',
    )
    await userEvent.click(dialog.getByRole('button', { name: 'Reset counter' }))
    await screen.findByText('Counter reset')
    expect(app.server.calls(forgetUnusualOfInput)).toHaveLength(1)
  },
  slow,
)
