import { createPatternField, listPatternFields, type PatternField } from '@logyard/contract/fields/pattern-fields'
import { listFields } from '@logyard/contract/fields/search-fields'
import { listDecorators } from '@logyard/contract/search/decorators'
import { findPatterns, getPatternDetails, type Pattern } from '@logyard/contract/search/patterns'
import { getSearchesConfig } from '@logyard/contract/search/searches-config'
import { listStreams } from '@logyard/contract/streams/streams'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { ada, quietServer, renderConsole } from '../../../testing/render-console.tsx'
import { withSearches } from '../../../testing/search-answers.ts'
import { aStream, PAYMENTS } from '../../../testing/streams-answers.ts'

beforeAll(async () => {
  await Promise.all([import('../../../app/signed-in-app.tsx'), import('../search-screen.tsx')])
  await import('./patterns-view.tsx')
})

const range = { type: 'absolute', from: '2026-03-01T08:55:00.000Z', to: '2026-03-01T09:00:00.000Z' } as const
const pattern = (changes: Partial<Pattern>): Pattern => ({
  id: '11',
  hashes: ['11', '12'],
  text: 'GET * took * ms',
  parts: [
    { position: 4, kind: 'path' },
    { position: 11, kind: 'number' },
  ],
  count: 900,
  first: '2026-03-01T08:55:00.000Z',
  last: '2026-03-01T09:00:00.000Z',
  first_seen: '2026-02-01T09:00:00.000Z',
  is_new: false,
  example: { id: 'm1', index: 'graylog_0', message: 'GET /login took 12 ms' },
  trend: [1, 0, 4],
  ...changes,
})
const REFUSED = pattern({
  id: '22',
  hashes: ['22'],
  text: 'payment refused: *',
  parts: [{ position: 17, kind: 'word' }],
  count: 100,
  is_new: true,
  first_seen: '2026-03-01T08:58:00.000Z',
  example: { id: 'm2', index: 'graylog_0', message: 'payment refused: no funds' },
})

function open(path: string) {
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
    .on(listDecorators, [])
    .on(listPatternFields, { fields: [] })
    .on(findPatterns, {
      total: 1000,
      pattern_count: 140,
      trend_steps: 3,
      effective_timerange: range,
      patterns: [pattern({}), REFUSED],
    })
    .on(getPatternDetails, {
      id: '11',
      text: 'GET * took * ms',
      looked_at: 500,
      parts: [
        {
          position: 4,
          distinct: 2,
          top: [
            { value: '/login', count: 400 },
            { value: '/cart', count: 100 },
          ],
          numeric: null,
        },
        { position: 11, distinct: 90, top: [{ value: '12', count: 50 }], numeric: { min: 1, max: 900, average: 75.5 } },
      ],
    })
  const engine = withSearches(server)
  const user = userEvent.setup({ delay: null })
  const page = renderConsole({ path, user: ada, server })
  const lastQuery = () => [...engine.stored.values()].at(-1)?.queries?.[0]
  return { ...page, [Symbol.dispose]: () => page[Symbol.dispose](), user, lastQuery }
}

const rows = async () => within(await screen.findByRole('list', { name: 'Patterns' })).getAllByRole('listitem')

test('patterns show their count and share, and which ones are new', async () => {
  using page = open('/search?show=patterns&q=level:3')
  const [first, second] = await rows()
  expect(screen.getByText('2 of 140 patterns in 1,000 messages')).toBeDefined()
  expect(screen.getByText('Showing the 2 most frequent of 140 patterns.')).toBeDefined()
  expect(first?.textContent).toContain('90%')
  expect(first?.textContent).not.toContain('New')
  expect(second?.textContent).toContain('New')
  expect(page.server.calls(findPatterns)[0]?.body).toMatchObject({ query: 'level:3', limit: 100 })
  await page.user.click(screen.getByRole('button', { name: 'List more' }))
  await waitFor(() => expect(page.server.calls(findPatterns).at(-1)?.body).toMatchObject({ limit: 1000 }))
})

test('with the range of all messages, no pattern is new', async () => {
  using _page = open('/search?show=patterns&relative=0')
  const [, second] = await rows()
  expect(second?.textContent).toContain('payment refused')
  expect(second?.textContent).not.toContain('New')
})

test('a variable part shows its values', async () => {
  using page = open('/search?show=patterns')
  const [first] = await rows()
  const inFirst = within(first ?? document.body)
  expect(first?.textContent).toContain('GET path took num ms')
  const path = inFirst.getByRole('button', { name: 'path: values of part 1' })
  const time = inFirst.getByRole('button', { name: 'num: values of part 2' })
  await page.user.click(path)
  const values = await screen.findByRole('dialog', { name: 'Values here' })
  expect(await within(values).findByText('/login')).toBeDefined()
  expect(within(values).getByText('80%')).toBeDefined()
  expect(within(values).getByText('Based on the newest 500 messages of the pattern')).toBeDefined()
  await page.user.keyboard('{Escape}')
  expect(page.server.calls(getPatternDetails)[0]?.body).toMatchObject({ hashes: ['11', '12'] })
  await page.user.click(time)
  expect(await screen.findByText('From 1 to 900, 75.5 on average')).toBeDefined()
})

test('a variable part becomes a field by giving it a name', async () => {
  using page = open('/search?show=patterns&q=level:3')
  const made: PatternField = {
    id: 'f1',
    name: 'get_ms',
    kind: 'number',
    unit: '',
    pattern: { text: 'GET * took * ms', position: 11, template_count: 2 },
    state: 'computed',
    creator: 'ada',
    created_at: range.to,
  }
  page.server.on(createPatternField, made)
  const [first] = await rows()
  await page.user.click(within(first ?? document.body).getByRole('button', { name: 'num: values of part 2' }))
  const values = within(await screen.findByRole('dialog', { name: 'Values here' }))
  await page.user.click(await values.findByRole('button', { name: 'Make it a field' }))
  const name = values.getByRole('textbox', { name: 'Field name' })
  expect(name).toHaveProperty('value', 'took_ms')
  expect(values.getByRole('radio', { name: 'Number' })).toHaveProperty('checked', true)
  await page.user.clear(name)
  await page.user.type(name, 'get_ms')
  page.server.on(listPatternFields, { fields: [made] })
  await page.user.click(values.getByRole('button', { name: 'Create field' }))
  expect(await values.findByText('get_ms')).toBeDefined()
  expect(page.server.calls(createPatternField)[0]?.body).toMatchObject({
    ...{
      name: 'get_ms',
      kind: 'number',
      hashes: ['11', '12'],
      text: 'GET * took * ms',
      position: 11,
      query: 'level:3',
    },
  })
})

test('a pattern can be excluded, required, or shown as messages', async () => {
  using page = open('/search?show=patterns&q=level:3')
  await rows()
  await page.user.click(screen.getByRole('button', { name: 'Without this pattern: GET * took * ms' }))
  const without = { type: 'query_string', query: 'NOT gl2_pattern:(11 OR 12)' }
  await waitFor(() => expect(page.lastQuery()?.filter).toEqual(without))
  expect(page.lastQuery()?.query.query_string).toBe('level:3')
  await waitFor(() =>
    expect(page.server.calls(findPatterns).at(-1)?.body).toMatchObject({
      query: 'level:3',
      filters: ['NOT gl2_pattern:(11 OR 12)'],
    }),
  )
  await page.user.click(screen.getByRole('button', { name: 'Show messages: payment refused: *' }))
  const only = { type: 'query_string', query: 'gl2_pattern:22' }
  await waitFor(() => expect(page.lastQuery()?.filter).toEqual({ type: 'and', filters: [without, only] }))
  expect(new URLSearchParams(window.location.search).has('show')).toBe(false)
})
