import {
  getClusterOverview,
  getNode,
  getRuntimeInfoOfNode,
  getThreadDumpOfNode,
  listNodes,
  listPluginsOfNode,
} from '@logyard/contract/cluster/cluster'
import { overrideLoadBalancerStatusOfNode, shutDownNode } from '@logyard/contract/cluster/lifecycle'
import { getUser } from '@logyard/contract/identity/users'
import { listInputStatesOfCluster, listInputTypes } from '@logyard/contract/ingest/inputs'
import { getJournalOfNode } from '@logyard/contract/ingest/journal'
import { readMetricsOfCluster, readNamespaceOfNode } from '@logyard/contract/metrics/metrics'
import { pauseProcessingOfNode } from '@logyard/contract/processing/processing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { escapedTexts } from '../../testing/escaped-texts.ts'
import { ada, quietServer, renderConsole } from '../../testing/render-console.tsx'
import { figures, gauge, journal, node, overview, runtime } from './testing/nodes.ts'

const first = node('a', 'log-1', true)

function cluster() {
  return quietServer()
    .on(listNodes, { nodes: [node('b', 'log-2'), first], total: 2 })
    .on(getNode, first)
    .on(getClusterOverview, { a: overview, b: null })
    .on(readMetricsOfCluster, { a: { total: figures.length, metrics: [...figures] }, b: null })
    .on(getJournalOfNode, journal)
    .on(getRuntimeInfoOfNode, runtime)
    .on(listPluginsOfNode, { plugins: [], total: 0 })
    .on(listInputTypes, { types: { 'org.x.GELF': 'GELF TCP' } })
    .on(listInputStatesOfCluster, { a: [], b: null })
}

const card = (name: RegExp) => screen.findByRole('article', { name })
/** Clicks are slow in jsdom on a busy machine. */
const slow = 20_000

async function act(action: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for log-1' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

test('each node shows its states and metrics; an unreachable node says so', async () => {
  using _app = renderConsole({ user: ada, path: '/system/nodes', server: cluster() })
  const master = await card(/log-1/)
  await within(master).findByText('7 msg/s in, 6 msg/s out')
  within(master).getByText(/The journal contains 1 unprocessed message in 2 segments\. 12 messages appended, 1 message/)
  within(master).getByText('Using 100 MB of 200 MB reserved, at most 400 MB.')
  within(master).getByText('Accept traffic')
  expect(within(master).getByRole('img', { name: 'Leader node of the cluster' })).toBeTruthy()
  expect(within(await card(/log-2/)).getByText('System information is currently unavailable.')).toBeTruthy()
  expect(screen.getByText('There are 2 active nodes')).toBeTruthy()
})

test('versions and clocks that differ are shown, and the nodes that are gone with what to do', async () => {
  const late = { ...node('b', 'log-2'), version: '0.2.0', clock_ahead_ms: -12_000 }
  const died = { ...node('c', 'log-3'), is_active: false }
  const stopped = { ...node('d', 'log-4'), is_active: false, has_left: true }
  const server = cluster().outcome(listNodes, ({ query }) => {
    const nodes = query.has('gone') ? [died, stopped] : [first, late]
    return { status: 200, body: { nodes, total: nodes.length } }
  })
  using _app = renderConsole({ user: ada, path: '/system/nodes', server })
  expect(await within(await card(/log-2/)).findByText('clock differs by 12 seconds', { exact: false })).toBeTruthy()
  expect(screen.getByText(/Versions 0\.1\.0, 0\.2\.0 run side by side/)).toBeTruthy()
  within(await card(/log-3/)).getByText(/Stopped responding/)
  within(await card(/log-3/)).getByText(/Start it again with its data folder/)
  within(await card(/log-4/)).getByText(/Was stopped/)
})

test('the page of a node that is gone asks nothing of it', async () => {
  const died = { ...node('c', 'log-3'), is_active: false }
  const server = cluster().on(getNode, died)
  using app = renderConsole({ user: ada, path: '/system/nodes/c', server })
  await screen.findByText(/Start it again with its data folder/)
  for (const op of [getRuntimeInfoOfNode, getJournalOfNode, listPluginsOfNode]) {
    expect(app.server.calls(op)).toEqual([])
  }
  expect(screen.queryByRole('button', { name: 'Actions for log-3' })).toBeNull()
})

test('each node links to its API browser; the page links to that of the cluster where its address is another one', async () => {
  const own = { ...first, transport_address: new URL('/api/', location.href).href }
  const links = async (nodes: readonly (typeof first)[]) => {
    using _app = renderConsole({
      user: ada,
      path: '/system/nodes',
      server: cluster().on(listNodes, { nodes: [...nodes], total: nodes.length }),
    })
    await card(/log-1/)
    return screen.getAllByRole('link', { name: /API browser/ }).map((link) => link.getAttribute('href'))
  }
  expect(await links([own])).toEqual([`${own.transport_address}api-browser`])
  expect(await links([first])).toEqual(['/api/api-browser/global/index.html', `${first.transport_address}api-browser`])
})

test(
  'processing is paused after confirmation, and an error shows its reason',
  async () => {
    const server = cluster().on(pauseProcessingOfNode, null)
    using app = renderConsole({ user: ada, path: '/system/nodes', server })
    await card(/log-1/)
    await screen.findByText('Message processing enabled')
    await act('Pause message processing')
    const question = await screen.findByRole('dialog')
    await userEvent.click(within(question).getByRole('button', { name: 'Pause message processing' }))
    await screen.findByText("Message processing paused successfully in 'log-1'")
    expect(app.server.calls(pauseProcessingOfNode).map(({ path }) => path)).toEqual(['/cluster/a/processing/pause'])
  },
  slow,
)

test(
  'the load balancer status can be overridden',
  async () => {
    const refused = { status: 400, body: { type: 'ApiError', message: 'No such status' } }
    const server = cluster().outcome(overrideLoadBalancerStatusOfNode, () => refused)
    using _app = renderConsole({ user: ada, path: '/system/nodes', server })
    await screen.findByText('Message processing enabled')
    await act('Set load balancer status to DEAD')
    const question = await screen.findByRole('dialog')
    await userEvent.click(within(question).getByRole('button', { name: 'Set load balancer status to DEAD' }))
    await screen.findByText("Could not change load balancer status to 'DEAD' in node 'log-1'")
    await screen.findByText(/failed: No such status - Bad Request/)
  },
  slow,
)

test(
  'a node is shut down only after typing the whole word',
  async () => {
    const server = cluster().on(shutDownNode, null)
    using app = renderConsole({ user: ada, path: '/system/nodes', server })
    await screen.findByText('Message processing enabled')
    await act('Graceful shutdown')
    const dialog = await screen.findByRole('dialog', { name: 'Graceful shutdown' })
    const word = within(dialog).getByRole('textbox', { name: 'Type SHUTDOWN to confirm' })
    await userEvent.type(word, 'shutdown{Enter}')
    expect(app.server.calls(shutDownNode)).toEqual([])
    await userEvent.clear(word)
    await userEvent.type(word, 'SHUTDOWN{Enter}')
    await screen.findByText("Node 'log-1' will shutdown shortly")
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
  slow,
)

test('a reader is offered no forbidden actions', async () => {
  const user = { ...ada, permissions: ['journal:read', 'jvmstats:read'] }
  using _app = renderConsole({ user, path: '/system/nodes', server: cluster().on(getUser, user) })
  await screen.findByText('Message processing enabled')
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for log-1' }))
  expect((await screen.findAllByRole('menuitem')).map((entry) => entry.textContent)).toEqual(['Metrics'])
})

test('a node shows its journal as a gauge with figures and limits, and its runtime', async () => {
  using _app = renderConsole({ user: ada, path: '/system/nodes/a', server: cluster() })
  await screen.findByRole('img', { name: 'The journal is 80% full: 4 GB of 5 GB' })
  screen.getByText('345 unprocessed messages are currently in the journal, in 1 segment.')
  screen.getByText('12 messages appended, 10 messages read in the last second.')
  screen.getByText('/var/lib/log yard/journal/')
  screen.getByText('Every 1,000,000 messages or 1 minute')
  await screen.findByText('PID 4711, Node.js 26.10.0')
  await screen.findByText('0 inputs running on this node')
  await screen.findByText('This node does not have any installed plugins.')
})

test('a disabled journal looks different from a full one', async () => {
  const server = cluster().on(getJournalOfNode, { ...journal, enabled: false, journal_config: null })
  using app = renderConsole({ user: ada, path: '/system/nodes/a', server })
  await screen.findByText('The disk journal is disabled on this node.')
  server.on(getJournalOfNode, { ...journal, journal_size: 6_000_000_000 })
  await app.services.queryClient.invalidateQueries({ queryKey: ['journal'] })
  await screen.findByText(/^The journal is full\./)
})

test.each(['/system/nodes/x', '/system/metrics/node/x'])('%s is a not-found page for an unknown node', async (path) => {
  const missing = { status: 404, body: { type: 'ApiError', message: 'Unable to find node x' } }
  using _app = renderConsole({ user: ada, path, server: cluster().outcome(getNode, () => missing) })
  await screen.findByRole('heading', { name: 'Page not found' })
})

test('the metrics of the master are filtered by the address and expand to live figures', async () => {
  const metrics = [gauge('org.graylog2.journal.size', 4096), gauge('org.graylog2.throughput.output', 3)]
  const server = cluster()
    .on(readNamespaceOfNode, { total: 2, metrics })
    .on(readMetricsOfCluster, { a: { total: 1, metrics: [gauge('org.graylog2.journal.size', 8192)] } })
  using _app = renderConsole({ user: ada, path: '/system/metrics/node/master?filter=JOURNAL', server })
  await screen.findByText('1 of 2 metrics match the filter.')
  screen.getByText('This node is reporting a total of 2 metrics.')
  const row = screen.getByRole('button', { name: /journal\.size/ })
  expect(row.textContent).toContain('4,096')
  await userEvent.click(row)
  await screen.findByText('8,192')
  await userEvent.type(screen.getByRole('textbox', { name: 'Search metrics' }), '[[')
  await screen.findByText('No metrics match the given filter')
  expect(window.location.search).toBe('?filter=JOURNAL%5B')
})

test('a thread dump is requested only once', async () => {
  const server = cluster().on(getThreadDumpOfNode, { threaddump: '"main" event loop' })
  using app = renderConsole({ user: ada, path: '/system/threaddump/a', server })
  await screen.findByText('"main" event loop')
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(app.server.calls(getThreadDumpOfNode)).toHaveLength(2))
})

test.each(['/system/nodes', '/system/nodes/a', '/system/metrics/node/a', '/system/threaddump/a'])(
  'all texts of %s come from the catalogues',
  async (path) => {
    const server = cluster()
      .on(readNamespaceOfNode, { total: 1, metrics: [gauge('org.graylog2.journal.size', 4096)] })
      .on(getThreadDumpOfNode, { threaddump: '"main" event loop' })
    using _app = renderConsole({ user: ada, path, server, language: 'pseudo' })
    await screen.findByRole('heading', { level: 1 })
    await waitFor(() => expect(document.querySelector('.mantine-Skeleton-root')).toBeNull())
    expect(escapedTexts(document.body)).toEqual([])
  },
)
