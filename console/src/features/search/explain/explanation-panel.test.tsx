import { listFields } from '@logyard/contract/fields/search-fields'
import { listDecorators } from '@logyard/contract/search/decorators'
import { type Explanation, explainMessages, type Finding } from '@logyard/contract/search/explanations'
import { findPatterns } from '@logyard/contract/search/patterns'
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
  await Promise.all([import('../patterns/patterns-view.tsx'), import('./explanation-panel.tsx')])
})

const RANGE = { type: 'absolute', from: '2026-03-01T08:55:00.000Z', to: '2026-03-01T09:00:00.000Z' } as const
const side = (messages: number) => ({ timeranges: [RANGE], messages, per_minute: messages / 5 })
const slice = (minute: number, is_inside: boolean) => ({
  from: `2026-03-01T08:5${minute}:00.000Z`,
  to: `2026-03-01T08:5${minute}:59.999Z`,
  is_inside,
  messages: 100,
})
const VERSION: Finding = {
  ...{ kind: 'value', change: 'new', field: 'version', value: '1.9.0', text: 'version: 1.9.0', query: 'version:1.9.0' },
  ...{ inside: 31, outside: 0, share_inside: 0.31, share_outside: 0, factor: null, score: 1, trend: [0, 31] },
  places: [{ field: 'source', value: 'web-3', query: 'source:web-3', share: 0.97, share_of_others: 0.25 }],
  same: ['pod: a', 'ip: b', 'rack: c', 'zone: d'].map((text) => ({
    ...{ kind: 'value' as const, change: 'new' as const, field: 'x', value: text, text, query: text },
    ...{ inside: 31, outside: 0, share_inside: 0.31, share_outside: 0, factor: null },
  })),
}
const EXPLANATION: Explanation = {
  sentence: 'version: 1.9.0 is new.',
  inside: side(100),
  outside: side(200),
  looked_at: 300,
  slices: [slice(5, false), slice(6, true)],
  findings: [VERSION],
  unchanged: ['level'],
  not_compared: ['trace_id'],
}

function open(path: string, explanation: Explanation = EXPLANATION) {
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
    .on(findPatterns, {
      ...{ total: 10, pattern_count: 1, trend_steps: 1, effective_timerange: RANGE },
      patterns: [
        {
          ...{ id: '11', hashes: ['11', '12'], text: 'sold', parts: [], count: 10, first_seen: null, is_new: false },
          ...{ first: RANGE.from, last: RANGE.to, trend: [10] },
          example: { id: 'm1', index: 'graylog_0', message: 'sold' },
        },
      ],
    })
    .on(explainMessages, explanation)
  const engine = withSearches(server)
  const user = userEvent.setup({ delay: null })
  const page = renderConsole({ path, user: ada, server })
  const lastText = () => [...engine.stored.values()].at(-1)?.queries?.[0]?.query.query_string
  return { ...page, [Symbol.dispose]: () => page[Symbol.dispose](), user, lastText }
}

const bodies = (page: ReturnType<typeof open>) => page.server.calls(explainMessages).map(({ body }) => body)
const panel = async () => within(await screen.findByRole('dialog', { name: 'Differences' }))

test('a pattern is explained against the rest, then against another time, and a finding goes into the query', async () => {
  using page = open('/search?show=patterns&q=level:3')
  await page.user.click(await screen.findByRole('button', { name: 'Explain this pattern: sold' }))
  const shown = await panel()
  expect(await shown.findByText('version: 1.9.0 is new.')).toBeDefined()
  expect(bodies(page)[0]).toMatchObject({
    query: 'level:3',
    inside: { query: 'gl2_pattern:(11 OR 12)' },
    compare_with: 'rest',
  })
  expect(shown.getByText('New')).toBeDefined()
  expect(shown.getByText(/31 of these \(31%\), 0 of the others/)).toBeDefined()
  expect(shown.getByText(/Mostly from source: web-3: 97%, otherwise 25%/)).toBeDefined()
  expect(shown.getByText('No difference: level')).toBeDefined()
  expect(shown.queryByText('zone: d')).toBeNull()
  await page.user.click(shown.getByRole('button', { name: '1 more' }))
  expect(shown.getByText('zone: d')).toBeDefined()
  await page.user.click(shown.getByText('Same time yesterday'))
  await waitFor(() => expect(bodies(page).at(-1)).toMatchObject({ compare_with: 'yesterday' }))
  await page.user.click(shown.getByRole('button', { name: 'Only these: version: 1.9.0' }))
  await screen.findByRole('button', { name: 'Filter version: 1.9.0' })
})

test('the key explains all that is shown against the time before; without findings it says so', async () => {
  using page = open('/search?show=patterns&q=level:3', { ...EXPLANATION, sentence: 'Nothing differs.', findings: [] })
  await screen.findByRole('button', { name: 'Explain this pattern: sold' })
  await page.user.keyboard('e')
  const shown = await panel()
  expect(await shown.findByText('Nothing differs more than by chance')).toBeDefined()
  expect(bodies(page)[0]).toMatchObject({ query: 'level:3', compare_with: 'before' })
  expect(bodies(page)[0]).not.toHaveProperty('inside')
  expect(shown.queryByText('The rest')).toBeNull()
})
