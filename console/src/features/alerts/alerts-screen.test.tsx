import { alertsOfEvents } from '@logyard/contract/alerts/alerts'
import { searchEvents } from '@logyard/contract/events/events'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ada, renderConsole } from '../../testing/render-console.tsx'
import { ALERT, alertsServer, EVENTS } from './testing/alerts-answers.ts'

// The whole console with its dialogs is slow in jsdom.
vi.setConfig({ testTimeout: 40_000 })
const LOADING = { timeout: 10_000 }

async function open(path = '/alerts?state=events', server = alertsServer()) {
  const app = renderConsole({ path, user: ada, server })
  await screen.findByRole('heading', { level: 1, name: 'Alerts & events' }, LOADING)
  return { app, actor: userEvent.setup({ pointerEventsCheck: 0 }) }
}

const asked = (app: ReturnType<typeof renderConsole>) => app.server.calls(searchEvents).at(-1)?.body

test('the events are at first the alerts of the last hour, with the definition of each', async () => {
  const { app } = await open()
  using _ = app
  const row = await screen.findByRole('row', { name: /Too many errors: E1/ }, LOADING)
  expect(within(row).getByRole('img', { name: 'High priority' })).toBeTruthy()
  expect(row.textContent).toContain('cart')
  expect(row.textContent).toContain('Alert')
  const deleted = screen.getByRole('row', { name: /Too many errors: E2/ })
  expect(deleted.textContent).toContain('gone')
  expect(deleted.textContent).toContain('none')
  expect(asked(app)).toEqual({
    query: '',
    timerange: { type: 'relative', range: 3600 },
    filter: { alerts: 'only' },
    page: 1,
    per_page: 25,
  })
})

test('the page opens on the open alerts, and a link to events still shows events', async () => {
  {
    const { app } = await open('/alerts')
    using _ = app
    await screen.findByRole('group', { name: 'Open alerts' }, LOADING)
    await screen.findByRole('row', { name: /Too many errors: E1/ }, LOADING)
    expect(window.location.search).toBe('?state=open')
    const link = screen.getByRole('link', { name: 'Alerts' })
    const description = () => document.getElementById(link.getAttribute('aria-describedby') ?? '')?.textContent
    await waitFor(() => expect(description()).toBe('3 open alerts'), LOADING)
  }
  const { app } = await open('/alerts?definition=5f00000000000000000000d1')
  using _ = app
  await screen.findByRole('group', { name: 'Alerts & events' }, LOADING)
  expect(window.location.search).toBe('?definition=5f00000000000000000000d1&state=events')
})

test('rows stand out only while their alert is open', async () => {
  const { app } = await open()
  using _ = app
  const row = await screen.findByRole('row', { name: /Too many errors: E1/ }, LOADING)
  await waitFor(() => expect(row.getAttribute('data-tone')).toBe('high'))
  app.server.on(alertsOfEvents, { alerts: { E1: { ...ALERT, state: 'resolved' } } })
  await waitFor(() => expect(row.getAttribute('data-tone')).toBeNull(), LOADING)
})

test('several rows show all their fields, and a link to the search behind the event', async () => {
  const { app, actor } = await open()
  using _ = app
  await actor.click(await screen.findByRole('button', { name: 'Details of Too many errors: E1' }, LOADING))
  await actor.click(screen.getByRole('button', { name: 'Details of Too many errors: E2' }))
  screen.getByText('E1', { exact: true })
  screen.getByText('No Key set for this Event.')
  expect(screen.getAllByText('Aggregation time range')).toHaveLength(2)
  const [fields] = screen.getAllByRole('region', { name: 'Additional fields' })
  expect(fields?.textContent).toContain('servicecart')
  const replay = await screen.findByRole('link', { name: 'Replay search' }, LOADING)
  expect(replay.getAttribute('href')).toBe(
    '/search?q=level%3A3&rangetype=absolute&from=2026-03-01T08%3A59%3A00.000Z&to=2026-03-01T09%3A00%3A00.000Z&streams=s1%2Cs2',
  )
})

test('query, kind and definition are in the address, and return to the first page', async () => {
  const { app, actor } = await open('/alerts?page=2')
  using _ = app
  const list = within(await screen.findByRole('group', { name: 'Alerts & events' }, LOADING))
  await actor.type(list.getByRole('textbox', { name: 'Search' }), 'priority:3{Enter}')
  await actor.click(list.getByText('Both'))
  await actor.selectOptions(list.getByRole('combobox', { name: 'Event definition' }), 'Too many errors')
  await waitFor(() =>
    expect(asked(app)).toMatchObject({
      query: 'priority:3',
      filter: { alerts: 'include', event_definitions: ['5f00000000000000000000d1'] },
      page: 1,
    }),
  )
  expect(window.location.search).toBe(
    '?state=events&query=priority%3A3&filter=include&definition=5f00000000000000000000d1',
  )
})

test('filter and time range are remembered for the next visit', async () => {
  {
    const { app, actor } = await open('/alerts?rangetype=relative&relative=7200')
    using _ = app
    await actor.click(await screen.findByText('Both', {}, LOADING))
    await waitFor(() => expect(asked(app)).toMatchObject({ filter: { alerts: 'include' } }))
  }
  const stored = localStorage.getItem('events-last-search')
  expect(JSON.parse(stored ?? '')).toEqual({
    filter: { alerts: 'include' },
    timerange: { type: 'relative', range: 7200 },
  })
})

test('a link with a stream starts with the query for its events', async () => {
  const { app, actor } = await open('/alerts?stream_id=5f0000000000000000000001')
  using _ = app
  const search = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Search' }, LOADING)
  expect(search.value).toBe('source_streams:5f0000000000000000000001')
  expect(asked(app)).toMatchObject({ query: 'source_streams:5f0000000000000000000001' })
  await actor.clear(search)
  await actor.type(search, 'key:cart{Enter}')
  await waitFor(() => expect(asked(app)).toMatchObject({ query: 'key:cart' }))
  expect(window.location.search).toBe('?state=events&query=key%3Acart')
})

test.each([
  { filter: 'only', says: 'No alerts match.' },
  { filter: 'exclude', says: 'No events match.' },
  { filter: 'include', says: 'No alerts or events match.' },
])('without results of "$filter" the list says "$says"', async ({ filter, says }) => {
  const { app } = await open(`/alerts?filter=${filter}&query=x`, alertsServer([]))
  using _ = app
  await screen.findByText(says, {}, LOADING)
})

test('without any definition the page says so', async () => {
  const { app } = await open('/alerts', alertsServer(EVENTS, []))
  using _ = app
  await screen.findByText("Looks like you didn't define any Events yet", {}, LOADING)
  expect(screen.queryByRole('textbox', { name: 'Search' })).toBeNull()
})
