import {
  keepSearchRunning,
  listOwnRunningSearches,
  listRunningSearches,
  type RunningSearch,
  stopRunningSearch,
} from '@logyard/contract/search/running-searches'
import { listStreams } from '@logyard/contract/streams/streams'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { ada, quietServer, renderConsole } from '../../testing/render-console.tsx'
import { withSearches } from '../../testing/search-answers.ts'
import { aStream, PAYMENTS } from '../../testing/streams-answers.ts'

// Loads the page's code once, so that the tests do not wait for it.
beforeAll(async () => {
  await Promise.all([import('../../app/signed-in-app.tsx'), import('./running-searches-screen.tsx')])
})

const admin = { ...ada, username: 'root' }
const reader = { ...ada, permissions: [`streams:read:${PAYMENTS.id}`], roles: ['Reader'] }

const aSearch: RunningSearch = {
  job_id: 'job-1',
  search_id: 'search-1',
  kind: 'search',
  tag: null,
  owner: 'ada',
  node_id: 'node-1',
  started_at: '2026-03-01T08:59:00.000Z',
  state: 'running',
  is_in_background: true,
  queries: [
    {
      query_string: 'level:error',
      timerange: { type: 'absolute', from: '2026-03-01T08:00:00.000Z', to: '2026-03-01T09:00:00.000Z' },
      streams: [PAYMENTS.id],
    },
  ],
  cost: { rows: 1_200_000, bytes: 80_000_000, milliseconds: 12_300 },
  kept_until: null,
}

test('a user stops an own search, and opens the result of one that has ended', async () => {
  const searches = [aSearch, { ...aSearch, job_id: 'job-2', state: 'done' as const }]
  const stopped: string[] = []
  const server = quietServer(reader)
    .on(listOwnRunningSearches, { searches })
    .outcome(stopRunningSearch, ({ path }) => {
      stopped.push(path)
      return { status: 204, body: null }
    })
  using _page = renderConsole({ path: '/system/running-searches', user: reader, server })
  const table = await screen.findByRole('table', { name: 'Running searches' })
  const [, running, done] = within(table).getAllByRole('row')
  if (running === undefined || done === undefined) throw new Error('there are two rows')
  expect(running.textContent).toContain('level:error')
  expect(running.textContent).toContain('1.2M rows · 80 MB')
  expect(within(table).queryByRole('columnheader', { name: 'Owner' })).toBeNull()
  const open = within(done).getByRole('link', { name: 'Open result' })
  expect(open.getAttribute('href')).toContain(`/search?q=level%3Aerror&rangetype=absolute`)
  expect(open.getAttribute('href')).toContain('job=job-2')
  await userEvent.click(within(running).getByRole('button', { name: 'Stop' }))
  await screen.findByText('The search was stopped')
  expect(stopped).toHaveLength(1)
})

test('an administrator sees those of all users, but opens only own results', async () => {
  const server = quietServer(admin).on(listRunningSearches, { searches: [{ ...aSearch, state: 'done' }] })
  using _page = renderConsole({ path: '/system/running-searches', user: admin, server })
  const table = await screen.findByRole('table', { name: 'Running searches' })
  expect(within(table).getByRole('columnheader', { name: 'Owner' })).toBeTruthy()
  expect(within(table).queryByRole('link', { name: 'Open result' })).toBeNull()
})

test('a long search goes on in the background, and its result is opened without executing it again', async () => {
  const server = quietServer(ada).on(listStreams, { total: 1, streams: [aStream(PAYMENTS)] })
  const engine = withSearches(server)
  engine.polls = 1000
  const kept: string[] = []
  server.outcome(keepSearchRunning, ({ path }) => {
    kept.push(path)
    return { status: 204, body: null }
  })
  const user = userEvent.setup({ delay: null })
  {
    using _page = renderConsole({ path: '/search?q=slow&rangetype=relative&relative=300', user: ada, server })
    await user.click(await screen.findByRole('button', { name: 'Go on in background' }, { timeout: 20_000 }))
    await screen.findByRole('link', { name: 'Goes on in background' })
    expect(kept).toHaveLength(1)
  }
  // The page is left: the search is not stopped.
  expect(engine.cancelled).toEqual([])
  engine.finish()
  using _page = renderConsole({
    path: '/search?q=slow&rangetype=relative&relative=300&job=job-1',
    user: ada,
    server,
  })
  await screen.findByText(/123,456 messages/, {}, { timeout: 20_000 })
  await waitFor(() => expect(engine.executions).toHaveLength(1))
})
