import { listFields, listFieldsOfStreams, type MappedFieldType } from '@logyard/contract/fields/search-fields'
import { listDecorators } from '@logyard/contract/search/decorators'
import { getFieldCoverage, getFieldStatistics } from '@logyard/contract/search/field-insights'
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
  field('rare', 'string', 'enumerable'),
  field('unused', 'string', 'enumerable'),
  field('gl2_remote_ip', 'string', 'enumerable'),
]
const COVERAGE = {
  total: 4000,
  looked_at: 2000,
  fields: [
    { field: 'took_ms', count: 1500 },
    { field: 'path', count: 2000 },
    { field: 'rare', count: 1 },
  ],
}
const FIGURES = {
  field: 'took_ms',
  total: 4000,
  looked_at: 2000,
  with_field: 1500,
  distinct: 4,
  top: [
    { value: '12', count: 1000 },
    { value: '9', count: 499 },
    { value: '7', count: 1 },
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
    .on(getFieldCoverage, COVERAGE)
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

test('fields are sorted by how many messages have them; empty and internal ones are folded below', async () => {
  using page = await open(`/search?streams=${PAYMENTS.id}`)
  const folded = ['path100%', 'took_ms75%', 'rare<1%', 'Not in these messages (1)', 'Internal (1)']
  await waitFor(() => expect(page.names()).toEqual(folded))
  expect(within(page.panel).getByText('Based on 2,000 of 4,000 messages.')).toBeDefined()
  await page.user.click(within(page.panel).getByRole('button', { name: 'Internal (1)' }))
  expect(page.names()).toEqual([...folded, 'gl2_remote_ip0%'])

  const filter = within(page.panel).getByRole('textbox', { name: 'Filter fields' })
  await page.user.type(filter, 'MS took')
  expect(page.names()).toEqual(['took_ms75%'])
  await page.user.clear(filter)
  await page.user.selectOptions(within(page.panel).getByRole('combobox', { name: 'Field set' }), 'All streams')
  await page.user.click(within(page.panel).getByRole('button', { name: 'Not in these messages (2)' }))
  expect(page.names()).toContain('elsewhere (not in the streams of this search)')
})

test('arrow keys go from field to field', async () => {
  using page = await open(`/search?streams=${PAYMENTS.id}`)
  await waitFor(() => expect(page.names()[0]).toBe('path100%'))
  within(page.panel).getByRole('button', { name: 'Statistics of path' }).focus()
  await page.user.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('took_ms')
  await page.user.keyboard('{End}')
  expect(document.activeElement?.textContent).toBe('Internal (1)')
})

test('the statistics of a field name the messages that they cover, and filter by its values', async () => {
  using page = await open('/search?q=level:3')
  await page.user.click(await screen.findByRole('button', { name: 'Statistics of took_ms' }))
  const figures = await screen.findByRole('dialog', { name: 'Statistics of took_ms' })
  expect(await within(figures).findByText('In 1,500 of 2,000 messages (75%)')).toBeDefined()
  expect(within(figures).getByText('Based on 2,000 of 4,000 messages.')).toBeDefined()
  expect(within(figures).getByText('Top 3 of 4 values')).toBeDefined()
  expect(within(figures).getByText('1,000 · 66.7%')).toBeDefined()
  expect(within(figures).getByText('1 · <0.1%')).toBeDefined()
  expect(page.server.calls(getFieldStatistics).at(-1)?.body).toMatchObject({ field: 'took_ms', query: 'level:3' })

  await page.user.click(within(figures).getByRole('button', { name: 'Only 12' }))
  const filter = () => [...page.engine.stored.values()].at(-1)?.queries?.[0]?.filter
  const only = (query: string) => ({ type: 'query_string', query })
  await waitFor(() => expect(filter()).toEqual(only('took_ms:12')))
  await page.user.click(within(figures).getByRole('button', { name: 'Without 9' }))
  await waitFor(() => expect(filter()).toEqual({ type: 'and', filters: [only('took_ms:12'), only('NOT took_ms:9')] }))
  await waitFor(() =>
    expect(page.server.calls(getFieldStatistics).at(-1)?.body).toMatchObject({
      query: 'level:3',
      filters: ['took_ms:12', 'NOT took_ms:9'],
    }),
  )
})

test('statistics are not loaded until parameters have values', async () => {
  using page = await open('/search?q=level:$level$')
  await page.user.click(await screen.findByRole('button', { name: 'Statistics of took_ms' }))
  const figures = await screen.findByRole('dialog', { name: 'Statistics of took_ms' })
  expect(await within(figures).findByText(/^The query has parameters/)).toBeDefined()
  expect(page.server.calls(getFieldStatistics)).toEqual([])
})
