import { listFields, listFieldsOfStreams, type MappedFieldType } from '@logyard/contract/fields/search-fields'
import { listDecorators } from '@logyard/contract/search/decorators'
import { getFieldStatistics } from '@logyard/contract/search/field-insights'
import { getSearchesConfig } from '@logyard/contract/search/searches-config'
import { listStreams } from '@logyard/contract/streams/streams'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ada, quietServer, renderConsole } from '../../../testing/render-console.tsx'
import { withSearches } from '../../../testing/search-answers.ts'
import { aStream, PAYMENTS } from '../../../testing/streams-answers.ts'

beforeAll(async () => {
  await Promise.all([import('../../../app/signed-in-app.tsx'), import('../search-screen.tsx')])
  await Promise.all([
    import('../../../messages-table/fields/fields-panel.tsx'),
    import('../../../messages-table/fields/field-statistics.tsx'),
  ])
})

// Without layout, jsdom would render no rows of a long list.
beforeEach(() => {
  const height = vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  const width = vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(300)
  return () => {
    height.mockRestore()
    width.mockRestore()
  }
})

const field = (name: string, type: string, ...properties: MappedFieldType['type']['properties']): MappedFieldType => ({
  name,
  type: { type, properties, index_names: [] },
})
const FIELDS = [
  field('took_ms', 'long', 'numeric', 'enumerable'),
  field('path', 'string', 'enumerable'),
  field('gl2_remote_ip', 'string', 'enumerable'),
]
const FIGURES = {
  field: 'took_ms',
  total: 4000,
  looked_at: 2000,
  with_field: 1500,
  distinct: 3,
  top: [
    { value: '12', count: 1000 },
    { value: '9', count: 500 },
  ],
  numbers: {
    min: 9,
    max: 12,
    average: 11,
    median: 12,
    p95: 12,
    p99: 12,
    deviation: 1.5,
    distribution: [
      { from: 9, to: 10.5, count: 500 },
      { from: 10.5, to: 12, count: 1000 },
    ],
  },
}

async function open(path = '/search') {
  const server = quietServer(ada)
    .on(listStreams, { total: 1, streams: [aStream(PAYMENTS)] })
    .on(getSearchesConfig, {
      query_time_range_limit: 'PT0S',
      relative_timerange_options: {},
      surrounding_timerange_options: {},
      surrounding_filter_fields: [],
      analysis_disabled_fields: [],
    })
    .on(listDecorators, [])
    .on(listFields, [...FIELDS, field('elsewhere', 'string')])
    .on(listFieldsOfStreams, FIELDS)
    .on(getFieldStatistics, FIGURES)
  const engine = withSearches(server)
  const user = userEvent.setup({ delay: null })
  const page = renderConsole({ path, user: ada, server })
  await user.click(await screen.findByRole('button', { name: 'Fields' }))
  const panel = await screen.findByRole('complementary', { name: 'Fields' })
  const names = () =>
    within(panel)
      .queryAllByRole('listitem')
      .map((item) => item.textContent)
  return { ...page, [Symbol.dispose]: () => page[Symbol.dispose](), user, engine, panel, names }
}

test('fields are filtered by a part of their name; other and reserved fields are shown on request', async () => {
  using page = await open(`/search?streams=${PAYMENTS.id}`)
  await waitFor(() => expect(page.names()).toEqual(['path', 'took_ms']))
  await page.user.type(within(page.panel).getByRole('textbox', { name: 'Filter fields' }), 'TOOK')
  expect(page.names()).toEqual(['took_ms'])
  await page.user.click(within(page.panel).getByRole('button', { name: 'Reset' }))

  const choose = async (set: string) => {
    await page.user.click(within(page.panel).getByRole('combobox', { name: 'Which fields' }))
    await page.user.click(await screen.findByRole('option', { name: set }))
  }
  await choose('All')
  expect(page.names()).toEqual(['elsewhere (not in the streams of this search)', 'path', 'took_ms'])
  await choose('All including reserved')
  expect(page.names()).toHaveLength(4)
  expect(page.names()).toContain('gl2_remote_ip')
})

test('the statistics of a field name the messages that they cover, and filter by its values', async () => {
  using page = await open('/search?q=level:3')
  await page.user.click(await screen.findByRole('button', { name: 'Actions for the field took_ms' }))
  await page.user.click(await screen.findByRole('menuitem', { name: 'Statistics' }))
  const figures = await screen.findByRole('dialog', { name: 'Statistics of took_ms' })
  expect(await within(figures).findByText('In 1,500 of 2,000 messages (75%)')).toBeDefined()
  expect(within(figures).getByText('From an even sample of 2,000 messages out of 4,000.')).toBeDefined()
  expect(within(figures).getByText('Top 2 of 3 values')).toBeDefined()
  expect(within(figures).getByText('66.7%')).toBeDefined()
  expect(page.server.calls(getFieldStatistics).at(-1)?.body).toMatchObject({ field: 'took_ms', query: 'level:3' })

  await page.user.click(within(figures).getByRole('button', { name: 'Only 12' }))
  const text = () => [...page.engine.stored.values()].at(-1)?.queries?.[0]?.query.query_string
  await waitFor(() => expect(text()).toBe('level:3 AND took_ms:12'))
  await page.user.click(within(figures).getByRole('button', { name: 'Without 9' }))
  await waitFor(() => expect(text()).toBe('level:3 AND took_ms:12 AND NOT took_ms:9'))
  await waitFor(() =>
    expect(page.server.calls(getFieldStatistics).at(-1)?.body).toMatchObject({
      query: 'level:3 AND took_ms:12 AND NOT took_ms:9',
    }),
  )
})

test('statistics are not loaded until parameters have values', async () => {
  using page = await open('/search?q=level:$level$')
  await page.user.click(await screen.findByRole('button', { name: 'Actions for the field took_ms' }))
  await page.user.click(await screen.findByRole('menuitem', { name: 'Statistics' }))
  const figures = await screen.findByRole('dialog', { name: 'Statistics of took_ms' })
  expect(await within(figures).findByText(/^The query has parameters/)).toBeDefined()
  expect(page.server.calls(getFieldStatistics)).toEqual([])
})
