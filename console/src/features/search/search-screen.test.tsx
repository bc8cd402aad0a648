import { listFields } from '@logyard/contract/fields/search-fields'
import {
  type DownloadStatus,
  getDownload,
  prepareDownload,
  stopDownload,
} from '@logyard/contract/search/message-export'
import { testNaturalDate } from '@logyard/contract/search/natural-dates'
import { executeSearch } from '@logyard/contract/search/search-jobs'
import { validateQuery } from '@logyard/contract/search/search-validation'
import { getSearchesConfig, type SearchesConfig } from '@logyard/contract/search/searches-config'
import { listStreams } from '@logyard/contract/streams/streams'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { withLookup } from '../../testing/lookup-answers.ts'
import { ada, quietServer, renderConsole } from '../../testing/render-console.tsx'
import { withSearches } from '../../testing/search-answers.ts'
import { aStream, PAYMENTS } from '../../testing/streams-answers.ts'

const CONFIG: SearchesConfig = {
  query_time_range_limit: 'PT0S',
  relative_timerange_options: {
    PT0S: 'Search in all messages',
    PT5M: 'Search in the last 5 minutes',
    P1D: 'Search in the last day',
    P2D: 'Search in the last 2 days',
  },
  surrounding_timerange_options: { PT5S: '5 seconds' },
  surrounding_filter_fields: ['source'],
  analysis_disabled_fields: ['message', 'full_message'],
}

// Loads the page's code once, so that the tests do not wait for it.
beforeAll(async () => {
  await Promise.all([import('../../app/signed-in-app.tsx'), import('./search-screen.tsx')])
  await Promise.all([
    import('../../widgets/grid/widget-grid.tsx'),
    import('../../query/time-range/time-range-dialog.tsx'),
  ])
})

function open(path: string, config: Partial<SearchesConfig> = {}) {
  const server = quietServer(ada)
    .on(listStreams, { total: 1, streams: [aStream(PAYMENTS)] })
    .on(getSearchesConfig, { ...CONFIG, ...config })
    .outcome(testNaturalDate, ({ query }) =>
      query.get('string') === 'blah'
        ? { status: 422, body: { type: 'ApiError', message: 'cannot' } }
        : { status: 200, body: { from: '2026-03-01 08:00:00', to: '2026-03-01 09:00:00' } },
    )
    .on(listFields, [])
    .outcome(validateQuery, ({ body }) => {
      const isUnknown = JSON.stringify(body).includes('nope:')
      const warning = { severity: 'warning', code: 'unknown-field', message: 'No field is called nope', from: 0, to: 4 }
      return { status: 200, body: { status: isUnknown ? 'WARNING' : 'OK', explanations: isUnknown ? [warning] : [] } }
    })
  const engine = withSearches(server)
  const user = userEvent.setup({ delay: null })
  const page = renderConsole({ path, user: ada, server })
  const lastQuery = () => [...engine.stored.values()].at(-1)?.queries?.[0]
  return { ...page, [Symbol.dispose]: () => page[Symbol.dispose](), server, engine, user, lastQuery }
}

const query = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Query' })
/** Pastes over the current text. */
async function fill({ user }: ReturnType<typeof open>, field: HTMLElement, text: string) {
  await user.clear(field)
  await user.paste(text)
}
const isDisabled = (button: HTMLElement) => button.hasAttribute('disabled')
const rangeButton = () => screen.findByRole('button', { name: /^Time range: / })

test('a new search runs immediately, shows the number of results, and writes its query to the address', async () => {
  using page = open('/search')
  expect(await screen.findByText('123,456 messages in 32 ms')).toBeDefined()
  // Times in the user's zone, Berlin.
  expect(screen.getByText('2026-03-01 09:55:00 to 10:00:00')).toBeDefined()
  expect(window.location.search).toBe('?q=&rangetype=relative&relative=300')
  expect(page.engine.executions).toHaveLength(1)
})

test('a search says which shards its messages lack, until none is missing', async () => {
  using page = open('/search')
  page.engine.missing = [2]
  const text = 'Messages are missing: shard 2 of the message store does not respond'
  expect((await screen.findByText(text)).closest('[role=status]')).not.toBeNull()
  expect((await screen.findAllByText('Partial')).length).toBeGreaterThan(0)
  page.engine.missing = []
  await page.user.click(await screen.findByRole('button', { name: 'Perform search' }))
  await waitFor(() => expect(screen.queryByText(text)).toBeNull())
  expect(screen.queryByText('Partial')).toBeNull()
})

test('a search that takes long says how far it is, and can be stopped', async () => {
  using page = open('/search')
  await screen.findByText('123,456 messages in 32 ms')
  page.engine.polls = Number.POSITIVE_INFINITY
  page.engine.progress = { percent: 15, seconds_left: 14, rows_read: 12_412_345, rows_total: 80_123_456 }
  await page.user.click(await screen.findByRole('button', { name: 'Perform search' }))
  const bar = await screen.findByRole('progressbar', { name: 'Searching' }, { timeout: 10_000 })
  expect(bar.getAttribute('aria-valuenow')).toBe('15')
  expect(bar.getAttribute('aria-valuetext')).toBe('12.4 of 80.1 million rows read, 14 s left')
  // Not a live region: each new figure would be read out.
  expect(bar.closest('[role=status]')).toBeNull()
  await page.user.click(screen.getByRole('button', { name: 'Stop searching' }))
  await waitFor(() => expect(page.engine.cancelled).toHaveLength(1))
  expect(await screen.findByText('Stopped: only part of the range was searched')).toBeDefined()
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('an export that takes long says how far it is, and can be stopped', async () => {
  using page = open('/search')
  await screen.findByText('123,456 messages in 32 ms')
  let state: DownloadStatus['state'] = 'running'
  let isStoppable = false
  page.server
    .on(prepareDownload, { ticket: 't1', expires_at: '2026-03-01T09:01:00.000Z' })
    .outcome(stopDownload, () => {
      if (isStoppable) state = 'stopped'
      return isStoppable ? { status: 204, body: null } : { status: 500, body: { type: 'ApiError', message: 'Full' } }
    })
    .outcome(getDownload, () => {
      const progress = { percent: 30, seconds_left: null, rows_read: 6000, rows_total: 20_000 }
      return { status: 200, body: { state, progress: state === 'running' ? progress : null, missing_shards: [2] } }
    })
  await page.user.click(await screen.findByRole('button', { name: 'More actions' }))
  await page.user.click(await screen.findByRole('menuitem', { name: 'Export to CSV or JSON' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Export all search results to CSV' }))
  await page.user.click(await dialog.findByRole('button', { name: 'Start download' }))
  const bar = await dialog.findByRole('progressbar', { name: 'Exporting' }, { timeout: 10_000 })
  await waitFor(() => expect(bar.getAttribute('aria-valuetext')).toBe('6 of 20 thousand rows read'))
  expect(await screen.findByText(/^Messages are missing: shard 2 /)).toBeDefined()
  await page.user.click(dialog.getByRole('button', { name: 'Stop export' }))
  expect(await screen.findByText(/^Stopping the export failed with status: /)).toBeDefined()
  isStoppable = true
  await page.user.click(dialog.getByRole('button', { name: 'Stop export' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 10_000 })
  expect(page.server.calls(stopDownload)).toHaveLength(2)
})

test('Enter runs the typed query; Back runs the previous one', async () => {
  using page = open('/search?foo=bar')
  await page.user.type(await query(), 'level:3{Enter}')
  await waitFor(() => expect(page.lastQuery()?.query.query_string).toBe('level:3'))
  expect(window.location.search).toBe('?q=level:3&rangetype=relative&relative=300&foo=bar')
  window.history.back()
  await waitFor(() => expect(page.lastQuery()?.query.query_string).toBe(''))
  expect((await query()).value).toBe('')
  window.history.forward()
  await waitFor(() => expect(page.lastQuery()?.query.query_string).toBe('level:3'))
})

test('Shift+Enter inserts a line break, and the up arrow recalls previous queries', async () => {
  using page = open('/search')
  await page.user.type(await query(), 'a{Shift>}{Enter}{/Shift}b{Enter}')
  await waitFor(() => expect(page.lastQuery()?.query.query_string).toBe('a\nb'))
  await page.user.clear(await query())
  await page.user.type(await query(), 'half{ArrowUp}')
  expect((await query()).value).toBe('a\nb')
  await page.user.keyboard('{ArrowDown}')
  expect((await query()).value).toBe('half')
})

test('unsubmitted edits are marked, and the key / focuses the query', async () => {
  using page = open('/search')
  const run = await screen.findByRole('button', { name: 'Perform search' })
  await page.user.keyboard('/')
  expect(await query()).toBe(document.activeElement)
  await page.user.keyboard('x')
  expect(run.getAttribute('aria-label')).toBe('Perform search (changes were made after last search execution)')
  await page.user.click(run)
  await waitFor(() => expect(run.getAttribute('aria-label')).toBe('Perform search'))
  expect(page.engine.executions).toHaveLength(2)
})

test('errors and likely mistakes in a query are explained', async () => {
  using page = open('/search')
  await page.user.type(await query(), 'level:(3')
  expect(await screen.findByText(/Missing closing \)/)).toBeDefined()
  expect((await query()).getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('button', { name: 'Fix: level:(3)' })).toBeDefined()
  await page.user.clear(await query())
  await page.user.type(await query(), 'nope:3')
  expect(await screen.findByText('No field is called nope')).toBeDefined()
  expect((await query()).getAttribute('aria-invalid')).toBe('false')
})

test('a parameter must be declared and have a value before the query runs', async () => {
  using page = open('/search')
  await page.user.type(await query(), 'user:$name$')
  const run = await screen.findByRole('button', { name: /^Perform search/ })
  expect(run.getAttribute('aria-disabled')).toBe('true')
  await page.user.click(await screen.findByRole('button', { name: 'Declare' }))
  const dialog = await screen.findByRole('dialog', { name: 'Declare a parameter' })
  await page.user.click(within(dialog).getByRole('button', { name: 'Declare parameter' }))
  const value = await screen.findByRole('textbox', { name: /^name/ })
  expect(run.getAttribute('aria-disabled')).toBe('true')
  await page.user.type(value, 'ada{Enter}')
  await waitFor(() => expect(page.lastQuery()?.query.query_string).toBe('user:$name$'))
  await waitFor(() =>
    expect(page.engine.executions.at(-1)?.state.parameter_bindings).toEqual({ name: { type: 'value', value: 'ada' } }),
  )
})

test('a parameter can have the values of a key in a lookup table, and then needs no value', async () => {
  using page = open('/search')
  withLookup(page.server)
  await page.user.type(await query(), 'user:$team$')
  await page.user.click(await screen.findByRole('button', { name: 'Declare' }))
  const dialog = await screen.findByRole('dialog', { name: 'Declare a parameter' })
  await page.user.click(within(dialog).getByRole('radio', { name: 'From a lookup table' }))
  await page.user.click(within(dialog).getByRole('combobox', { name: /^Lookup table/ }))
  await page.user.click(await screen.findByRole('option', { name: 'Teams (teams)' }))
  await page.user.type(within(dialog).getByRole('textbox', { name: /^Lookup table key/ }), 'on call')
  await page.user.click(within(dialog).getByRole('button', { name: 'Declare parameter' }))
  const shown = await screen.findByRole<HTMLInputElement>('textbox', { name: /^team/ })
  expect([shown.value, shown.readOnly]).toEqual(['Values of on call in teams', true])
  await page.user.click(await screen.findByRole('button', { name: /^Perform search/ }))
  await waitFor(() => expect(page.lastQuery()?.query.query_string).toBe('user:$team$'))
  expect([...page.engine.stored.values()].at(-1)?.parameters).toMatchObject([
    { type: 'lut-parameter-v1', name: 'team', lookup_table: 'teams', key: 'on call', optional: false },
  ])
  expect(page.engine.executions.at(-1)?.state.parameter_bindings ?? {}).toEqual({})
})

test('the search page of a stream searches only that stream', async () => {
  using page = open(`/streams/${PAYMENTS.id}/search`)
  await waitFor(() => expect(page.engine.executions).toHaveLength(1))
  expect(page.lastQuery()?.filter).toEqual({ type: 'or', filters: [{ type: 'stream', id: PAYMENTS.id }] })
  expect(new URLSearchParams(window.location.search).get('streams')).toBe(PAYMENTS.id)
})

test('choosing a preset runs the search; all messages is the last preset', async () => {
  using page = open('/search')
  await page.user.click(await rangeButton())
  const presets = await screen.findByRole('group', { name: 'Select a relative time range' })
  expect(
    within(presets)
      .getAllByRole('button')
      .map((button) => button.textContent),
  ).toEqual(['Last 5 minutes', 'Last 1 day', 'Last 2 days', 'All messages'])
  await page.user.click(within(presets).getByRole('button', { name: 'Last 1 day' }))
  await waitFor(() => expect(page.lastQuery()?.timerange).toEqual({ type: 'relative', range: 86_400 }))
})

test('a range limit hides longer presets and all messages', async () => {
  using page = open('/search', { query_time_range_limit: 'P1D' })
  await page.user.click(await rangeButton())
  const presets = await screen.findByRole('group', { name: 'Select a relative time range' })
  expect(within(presets).getAllByRole('button')).toHaveLength(2)
})

test("an absolute range is typed in the user's time zone and sent in UTC", async () => {
  using page = open('/search')
  await page.user.click(await rangeButton())
  await page.user.click(await screen.findByRole('tab', { name: 'Absolute' }))
  const from = screen.getByRole('textbox', { name: 'Search start date' })
  const to = screen.getByRole('textbox', { name: 'Search end date' })
  const apply = screen.getByRole('button', { name: 'Apply and search' })
  await fill(page, from, 'soon')
  expect(screen.getByText('Format must be: YYYY-MM-DD [HH:mm:ss[.SSS]]')).toBeDefined()
  expect(isDisabled(apply)).toBe(true)
  await fill(page, from, '2021-05-01 10:00:00')
  await fill(page, to, '2021-05-01 09:59:59')
  expect(screen.getByText('Start date must be before end date')).toBeDefined()
  await fill(page, to, '2021-05-01 10:00:00')
  expect(page.engine.executions).toHaveLength(1)
  await page.user.click(apply)
  await waitFor(() =>
    expect(page.lastQuery()?.timerange).toEqual({
      type: 'absolute',
      from: '2021-05-01T08:00:00.000Z',
      to: '2021-05-01T08:00:00.000Z',
    }),
  )
})

test('a keyword shows the range that it means, or that it is unknown', async () => {
  using page = open('/search?rangetype=keyword&keyword=last%20hour')
  await page.user.click(await rangeButton())
  const field = await screen.findByRole('textbox', { name: 'Time range in words' })
  expect(await screen.findByText('Preview: 2026-03-01 09:00:00 to 2026-03-01 10:00:00')).toBeDefined()
  await page.user.clear(field)
  expect(screen.getByText('Keyword must not be empty!')).toBeDefined()
  await page.user.type(field, 'blah')
  expect(await screen.findByText('Unable to parse keyword.')).toBeDefined()
  expect(isDisabled(screen.getByRole('button', { name: 'Apply and search' }))).toBe(true)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a user without readable streams sees an explanation, and nothing is searched', async () => {
  using page = open('/search')
  page.server.on(listStreams, { total: 0, streams: [] })
  expect(await screen.findByRole('heading', { name: 'No stream permissions.' })).toBeDefined()
  expect(page.engine.stored.size).toBe(0)
})

test('a failed search shows a toast', async () => {
  using page = open('/search')
  page.server.outcome(executeSearch, () => ({ status: 500, body: { type: 'ApiError', message: 'no engine' } }))
  const toast = await screen.findByRole('alert')
  expect(within(toast).getByText('Could not execute search')).toBeDefined()
  expect(toast.textContent).toContain('no engine')
})

test('a link with an unknown range type shows an explanation', async () => {
  using _ = open('/search?rangetype=weekly')
  expect(await screen.findByRole('heading', { name: 'Invalid time range in the link' })).toBeDefined()
})
