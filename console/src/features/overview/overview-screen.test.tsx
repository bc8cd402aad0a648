import {
  getClusterOverview,
  getSystemOverview,
  listNodes,
  type SystemOverview,
} from '@logyard/contract/cluster/cluster'
import { getUser } from '@logyard/contract/identity/users'
import { listInputStatesOfCluster } from '@logyard/contract/ingest/inputs'
import { cancelJobOfCluster, listJobsOfCluster, type SystemJob } from '@logyard/contract/jobs/system-jobs'
import { getTraffic } from '@logyard/contract/metrics/traffic'
import { listNotifications, listSystemMessages } from '@logyard/contract/notices/notifications'
import { getColdStorage } from '@logyard/contract/store/cold-storage'
import { getIndexerHealth } from '@logyard/contract/store/deflector'
import { listStoreServers, type StoreServer } from '@logyard/contract/store/indexer'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { escapedTexts } from '../../testing/escaped-texts.ts'
import { ada, quietServer, renderConsole } from '../../testing/render-console.tsx'

const NOW = '2026-03-01T09:00:00.000Z'
const overview: SystemOverview = {
  facility: 'logyard-server',
  codename: 'Logyard',
  node_id: 'a',
  cluster_id: 'c1a2',
  version: '4.0.17+logyard.1.0.0',
  started_at: NOW,
  is_processing: true,
  hostname: 'log-1',
  lifecycle: 'running',
  lb_status: 'alive',
  timezone: 'UTC',
  operating_system: 'Linux 6.1',
}
const job: SystemJob = {
  id: 'j1',
  description: 'Rebuilds index range information.',
  name: 'org.example.Rebuild',
  info: 'No further information available.',
  node_id: 'a',
  started_at: NOW,
  percent_complete: 40,
  is_cancelable: true,
  provides_progress: true,
}
const generic = {
  type: 'generic',
  severity: 'urgent' as const,
  timestamp: NOW,
  node_id: 'a',
  details: { title: 'Index Rotation Problem!', description: 'The strategy is not known.', page: 'indices' },
}

const server = () =>
  quietServer()
    .on(listNodes, { nodes: [], total: 0 })
    .on(getClusterOverview, { a: null })
    .on(getSystemOverview, overview)
    .on(listInputStatesOfCluster, { a: [] })
    .on(listJobsOfCluster, { a: { jobs: [job] }, b: null })
    .on(listNotifications, { total: 1, notifications: [generic] })
    .on(listSystemMessages, { messages: [], total: 0 })
    .on(getIndexerHealth, {
      status: 'green',
      shards: { active: 3, initializing: 0, relocating: 0, unassigned: 0 },
    })
    .on(listStoreServers, { is_embedded: true, servers: [] })
    .on(getColdStorage, { is_configured: true, hot_bytes: 1_600_000_000, cold_bytes: 700_000_000 })
    .outcome(getTraffic, ({ query }) => ({
      status: 200,
      body: {
        from: query.get('daily') === 'true' ? '2025-03-01T00:00:00.000Z' : '2026-01-30T00:00:00.000Z',
        to: NOW,
        input: { '2026-03-01T08:00:00.000Z': 2_000_000, '2026-02-28T08:00:00.000Z': 1_000_000 },
        decoded: {},
        output: {},
      },
    }))

const section = (name: string) => screen.findByRole('region', { name })
/** Clicks are slow in jsdom on a busy machine. */
const slow = 20_000

test(
  'jobs show their progress and can be cancelled',
  async () => {
    const network = server().on(cancelJobOfCluster, job)
    using app = renderConsole({ user: ada, path: '/system/overview', server: network })
    const jobs = await section('System jobs')
    await within(jobs).findByText('Rebuilds index range information.')
    await screen.findByText(/1.6 GB on the local disk, 700 MB in cold storage/)
    within(jobs).getByText('40%')
    expect(within(jobs).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40')
    await userEvent.click(within(jobs).getByRole('button', { name: 'Cancel job' }))
    await userEvent.click(await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Cancel job' }))
    await waitFor(() => expect(app.server.calls(cancelJobOfCluster)).toHaveLength(1))
    expect(app.server.calls(cancelJobOfCluster)[0]?.path).toBe('/cluster/jobs/j1')
  },
  slow,
)

test(
  'traffic has sums and a bar for each day, and the address holds its range',
  async () => {
    using app = renderConsole({ user: ada, path: '/system/overview', server: server() })
    const traffic = await section('Traffic')
    await within(traffic).findByText('3 MB')
    expect(app.server.calls(getTraffic)[0]?.query.get('daily')).toBe('false')
    await userEvent.click(within(traffic).getByText('365 days'))
    await within(traffic).findByText('Days are in UTC.')
    expect(window.location.search).toBe('?traffic=365')
    await waitFor(() => expect(app.server.calls(getTraffic).at(-1)?.query.get('days')).toBe('365'))
  },
  slow,
)

test('the cluster shows its id and the health of the message store, and a notice the page with its remedy', async () => {
  using _app = renderConsole({ user: ada, path: '/system/overview', server: server() })
  const cluster = await section('Cluster')
  await within(cluster).findByText('C1A2')
  await within(cluster).findByText('Healthy (green)')
  within(cluster).getByText('3 active, 0 initializing, 0 relocating, 0 unassigned shards')
  const link = await screen.findByRole('link', { name: 'Show indices' })
  expect(link.getAttribute('href')).toBe('/system/indices')
})

const SERVER: StoreServer = {
  address: 'https://ch-1.example.org:8443',
  shard: 1,
  state: 'up',
  messages: 'complete',
  version: '26.7.2.1',
  rows: 1_234_567,
  disk_total: 2_000_000_000_000,
  disk_free: 500_000_000_000,
}
const DOWN = { ...SERVER, shard: 2, state: 'down', messages: 'behind', version: null, rows: null } as const
const SERVERS = [{ ...DOWN, address: 'https://ch-2.example.org:8443', disk_total: null, disk_free: null }, SERVER]

test('the servers of a ClickHouse cluster are listed by shard, with what they lack', async () => {
  const network = server().on(listStoreServers, { is_embedded: false, servers: SERVERS })
  using _app = renderConsole({ user: ada, path: '/system/overview', server: network })
  const servers = within(await section('ClickHouse servers'))
  const rows = (await servers.findAllByRole('row')).map(({ textContent }) => textContent)
  expect(rows).toEqual([
    'ServerShardStateMessagesVersionRowsDisk',
    'ch-1.example.org:84431UpAll26.7.2.11,234,567500 GB of 2 TB free',
    'ch-2.example.org:84432DownSome are missing---',
  ])
})

test('the embedded engine is not listed as a server', async () => {
  using app = renderConsole({ user: ada, path: '/system/overview', server: server() })
  await waitFor(() => expect(app.server.calls(listStoreServers)).toHaveLength(1))
  await section('Cluster')
  expect(screen.queryByRole('region', { name: 'ClickHouse servers' })).toBeNull()
})

test('who may not read the message store does not ask for its servers', async () => {
  const reader = { ...ada, permissions: ['systemmessages:read'] }
  using app = renderConsole({ user: reader, path: '/system/overview', server: server().on(getUser, reader) })
  await section('Cluster')
  expect(app.server.calls(listStoreServers)).toEqual([])
})

test('all texts of the overview come from the catalogues', async () => {
  const network = server().on(listStoreServers, { is_embedded: false, servers: SERVERS })
  using _app = renderConsole({ user: ada, path: '/system/overview', server: network, language: 'pseudo' })
  await screen.findByRole('heading', { level: 1 })
  await waitFor(() => expect(document.querySelector('.mantine-Skeleton-root')).toBeNull())
  expect(escapedTexts(document.body)).toEqual([])
})
