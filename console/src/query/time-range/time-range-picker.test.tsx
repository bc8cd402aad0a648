import { listFields } from '@logyard/contract/fields/search-fields'
import { validateQuery } from '@logyard/contract/search/search-validation'
import { getSearchesConfig } from '@logyard/contract/search/searches-config'
import { listStreams } from '@logyard/contract/streams/streams'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ada, quietServer, renderConsole } from '../../testing/render-console.tsx'
import { withSearches } from '../../testing/search-answers.ts'
import { aStream, PAYMENTS } from '../../testing/streams-answers.ts'

const NOW = Date.parse('2026-03-01T12:00:00.000Z')

test.each([
  {
    step: 'Previous period',
    range: { type: 'absolute', from: '2026-03-01T11:50:00.000Z', to: '2026-03-01T11:55:00.000Z' },
  },
  {
    step: 'Zoom out',
    range: { type: 'absolute', from: '2026-03-01T11:50:00.000Z', to: '2026-03-01T12:00:00.000Z' },
  },
])(
  '$step starts from the last five minutes before now',
  async ({ step, range }) => {
    using page = open()
    await userEvent.click(await screen.findByRole('button', { name: step }, { timeout: 15_000 }))
    await waitFor(() => expect(page.lastRange()).toEqual(range))
  },
  30_000,
)

test('yesterday is a preset, in the time zone of the user', async () => {
  using page = open()
  await userEvent.click(await screen.findByRole('button', { name: 'Time range: Last 5 minutes' }, { timeout: 15_000 }))
  await userEvent.click(await screen.findByRole('button', { name: 'Yesterday' }, { timeout: 15_000 }))
  const range = { type: 'keyword', keyword: 'all of yesterday in Europe/Berlin' }
  await waitFor(() => expect(page.lastRange()).toEqual(range))
  await userEvent.click(await screen.findByRole('button', { name: 'Time range: Yesterday' }))
  expect((await screen.findByRole('button', { name: 'Yesterday' })).getAttribute('aria-pressed')).toBe('true')
}, 30_000)

function open() {
  const server = quietServer(ada)
    .on(listStreams, { total: 1, streams: [aStream(PAYMENTS)] })
    .on(getSearchesConfig, {
      query_time_range_limit: 'PT0S',
      relative_timerange_options: { PT5M: 'Search in the last 5 minutes' },
      surrounding_timerange_options: {},
      surrounding_filter_fields: [],
      analysis_disabled_fields: [],
    })
    .on(listFields, [])
    .on(validateQuery, { status: 'OK', explanations: [] })
  const engine = withSearches(server)
  const path = '/search?rangetype=relative&relative=300'
  const page = renderConsole({ path, user: ada, server, clock: { now: () => NOW } })
  const lastRange = () => [...engine.stored.values()].at(-1)?.queries?.[0]?.timerange
  return { lastRange, [Symbol.dispose]: () => page[Symbol.dispose]() }
}
