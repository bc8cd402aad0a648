import { listFields } from '@logyard/contract/fields/search-fields'
import { inspectSearch } from '@logyard/contract/search/search-inspection'
import { getSearchesConfig } from '@logyard/contract/search/searches-config'
import { listStreams } from '@logyard/contract/streams/streams'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { ada, quietServer, renderConsole } from '../../../testing/render-console.tsx'
import { withSearches } from '../../../testing/search-answers.ts'
import { aStream, PAYMENTS } from '../../../testing/streams-answers.ts'

beforeAll(async () => {
  await Promise.all([import('../../../app/signed-in-app.tsx'), import('../search-screen.tsx')])
})

test('the inspection of a widget executes it alone, and shows its times, statements and request', async () => {
  const server = quietServer(ada)
    .on(listStreams, { total: 1, streams: [aStream(PAYMENTS)] })
    .on(getSearchesConfig, {
      query_time_range_limit: 'PT0S',
      relative_timerange_options: {},
      surrounding_timerange_options: {},
      surrounding_filter_fields: [],
      analysis_disabled_fields: [],
    })
    .on(listFields, [])
  const bodies: unknown[] = []
  server.outcome(inspectSearch, ({ body }) => {
    bodies.push(body)
    const statement = {
      search_type_id: 'search-type-0',
      sql: "SELECT count() WHERE stream = '1'",
      waiting_ms: 3,
      took_ms: 20,
      engine_ms: 12.5,
      rows: 1200,
      bytes: 5000,
      answer_bytes: 12,
      has_failed: false,
    }
    return { status: 200, body: { statements: [statement], left_out: 2, took_ms: 25, answer_bytes: 900 } }
  })
  withSearches(server)
  const user = userEvent.setup({ delay: null })
  using _page = renderConsole({ path: '/search?q=alpha', user: ada, server })
  await screen.findByText('123,456 messages in 32 ms')
  await user.click(await screen.findByRole('button', { name: 'Actions for Message count' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Inspect' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Inspect: Message count' }))
  const times = await dialog.findByRole('table', { name: 'Statements' })
  expect(times.textContent).toContain('3 ms20 ms13 ms1,2005 kB12 B')
  const [sent] = bodies
  expect(Object(sent).search.queries[0].search_types).toHaveLength(1)
  await user.click(dialog.getByRole('radio', { name: 'SQL' }))
  expect(dialog.getByText("SELECT count() WHERE stream = '1'")).toBeDefined()
  expect(dialog.getByText('2 more statements ran')).toBeDefined()
  await user.click(dialog.getByRole('radio', { name: 'Request' }))
  expect(dialog.getByRole('region', { name: 'curl' }).textContent).toContain('views/search/sync')
  expect(dialog.getByRole('region', { name: 'JSON' }).textContent).toContain('"query_string": "alpha"')
  expect(bodies).toHaveLength(1)
})
