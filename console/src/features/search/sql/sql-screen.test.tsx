import { listFields } from '@logyard/contract/fields/search-fields'
import { listOwnRunningSearches } from '@logyard/contract/search/running-searches'
import { runSql } from '@logyard/contract/search/sql'
import { listDashboards } from '@logyard/contract/views/views'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ada, quietServer, renderConsole } from '../../../testing/render-console.tsx'
import { withSearches } from '../../../testing/search-answers.ts'

vi.setConfig({ testTimeout: 40_000 })
const LOADING = { timeout: 20_000 }
const RANGE = { type: 'absolute', from: '2026-03-01T08:00:00.000Z', to: '2026-03-01T09:00:00.000Z' } as const

test('a statement runs over the messages of the link, and an error stays beside it', async () => {
  const bodies: unknown[] = []
  const server = quietServer(ada).outcome(runSql, ({ body }) => {
    bodies.push(body)
    return Object(body).sql.includes('nothing')
      ? { status: 400, body: { type: 'SqlError', message: 'Unknown expression identifier `nothing`' } }
      : {
          status: 200,
          body: {
            columns: [
              { name: 'source', type: 'text' },
              { name: 'messages', type: 'number' },
            ],
            effective_timerange: RANGE,
            is_complete: true,
            chart: { over: 'values', keys: 1 },
            datarows: [['web-1', 42]],
          },
        }
  })
  using _ = renderConsole({
    path: '/search/sql?q=level%3A3&rangetype=relative&relative=300&streams=5f00000000000000000000aa&filter=app%3Ashop',
    user: ada,
    server,
  })
  await screen.findByText('web-1', undefined, LOADING)
  expect(bodies[0]).toMatchObject({
    ...{ query: 'level:3', filters: ['app:shop'], streams: ['5f00000000000000000000aa'] },
    ...{ timerange: { type: 'relative', range: 300 }, sql: expect.stringContaining('FROM messages') },
  })
  const actor = userEvent.setup({ pointerEventsCheck: 0 })
  const statement = screen.getByRole('textbox', { name: 'Statement' })
  await actor.clear(statement)
  await actor.type(statement, 'SELECT nothing FROM messages{Control>}{Enter}{/Control}')
  await screen.findByText(/Unknown expression identifier/, undefined, LOADING)
  await waitFor(() => expect(window.location.search).toContain('sql=SELECT+nothing'))
})

test('a statement becomes a widget of a new dashboard, where it runs with its query, range and streams', async () => {
  const bodies: unknown[] = []
  const server = quietServer(ada)
    .outcome(runSql, ({ body }) => {
      bodies.push(body)
      const columns = [{ name: 'messages', type: 'number' }] as const
      const table = { columns: [...columns], effective_timerange: RANGE, is_complete: true, chart: null }
      return { status: 200, body: { ...table, datarows: [[4321]] } }
    })
    .on(listDashboards, { views: [], total: 0, count: 0, page: 1, per_page: 5, grand_total: 0 })
    .on(listFields, [])
  withSearches(server)
  const sql = 'SELECT count() AS messages FROM messages'
  using _ = renderConsole({
    path: `/search/sql?q=level%3A3&filter=app%3Ashop&rangetype=relative&relative=300&sql=${encodeURIComponent(sql)}`,
    user: ada,
    server,
  })
  const actor = userEvent.setup({ pointerEventsCheck: 0 })
  await actor.click(await screen.findByText('Number', undefined, LOADING))
  await actor.click(screen.getByRole('button', { name: 'Save as widget' }))
  const dialog = await screen.findByRole('dialog', undefined, LOADING)
  await actor.click(await within(dialog).findByRole('button', { name: 'New dashboard' }, LOADING))
  expect(await screen.findByRole('article', { name: 'SQL' }, LOADING)).toBeTruthy()
  await screen.findByText('4,321', undefined, LOADING)
  expect(bodies.at(-1)).toEqual({
    ...{ sql, query: 'level:3 AND app:shop', timerange: { type: 'relative', range: 300 }, streams: [], limit: 1000 },
  })
  expect(window.location.pathname).toBe('/dashboards/new')
})

test('a statement that takes long says how far it is, and a stopped one runs again on request', async () => {
  const tags: string[] = []
  const server = quietServer(ada)
    .outcome(runSql, ({ body }) => {
      tags.push(Object(body).tag)
      // The second request is not stopped.
      if (tags.length === 1) return new Promise(() => undefined)
      return {
        status: 200,
        body: {
          columns: [{ name: 'source', type: 'text' }],
          effective_timerange: RANGE,
          is_complete: true,
          chart: null,
          datarows: [['web-1']],
        },
      }
    })
    .outcome(listOwnRunningSearches, () => ({
      status: 200,
      body: {
        searches: tags.map((tag) => ({
          ...{ job_id: 'job-1', search_id: '', kind: 'sql', tag, owner: 'ada', node_id: 'node-1' },
          ...{ started_at: RANGE.to, state: 'running', is_in_background: false, queries: [], kept_until: null },
          cost: { rows: null, bytes: null, milliseconds: 1200 },
          progress: { percent: 42, seconds_left: null, rows_read: null, rows_total: null },
        })),
      },
    }))
  using _page = renderConsole({ path: '/search/sql', user: ada, server })
  await waitFor(() => expect(tags).toHaveLength(1), LOADING)
  const bar = await screen.findByRole('progressbar', { name: 'Computing the table' }, LOADING)
  await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('42'), LOADING)
  await userEvent.click(screen.getByRole('button', { name: 'Stop searching' }))
  await screen.findByText('Stopped')
  expect(screen.queryByRole('progressbar')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Run again' }))
  await screen.findByText('web-1', undefined, LOADING)
  expect(new Set(tags).size).toBe(2)
})

test('the notes of a widget are shown until its statement is changed, and its figures are drawn', async () => {
  const columns = [{ name: 'time', type: 'time' } as const, { name: 'count()', type: 'number' } as const]
  const datarows = [['2026-03-01T08:00:00.000Z', 3]]
  const chart = { over: 'time', keys: 1 } as const
  const server = quietServer(ada)
    .on(runSql, { columns, effective_timerange: RANGE, is_complete: true, chart, datarows })
    .on(listFields, [])
  using _ = renderConsole({ path: '/search/sql?sql=SELECT+1&notes=totals%2Cgaps%2Cmade-up', user: ada, server })
  const notes = await screen.findByRole('note', undefined, LOADING)
  expect(within(notes).getAllByRole('listitem')).toHaveLength(2)
  expect(notes.textContent).toContain('The totals of the rows are left out.')
  expect(await screen.findByRole('radio', { name: 'Lines', checked: true }, LOADING)).toBeTruthy()
  expect(await screen.findByRole('img', { name: /Lines|line/i }, LOADING)).toBeTruthy()
  const actor = userEvent.setup({ pointerEventsCheck: 0 })
  await actor.type(screen.getByRole('textbox', { name: 'Statement' }), ' + 1{Control>}{Enter}{/Control}')
  await waitFor(() => expect(screen.queryByRole('note')).toBeNull())
})
