import { expect, test } from 'vitest'
import { newDefinitionLink } from '../../../alerting/new-definition-link.ts'
import { configOf } from '../model/definition-draft.ts'
import { filledIn } from './filled-in.ts'

const draftOfLink = (link: string) => filledIn(new URL(link, 'http://localhost').searchParams)

test('a link about a figure opens an aggregation over the range of the search', () => {
  const draft = draftOfLink(
    newDefinitionLink({
      query: 'level:<=3 AND a:"b,c"',
      streams: ['s1', 's2'],
      timerange: { type: 'relative', range: 300 },
      title: 'Slow requests',
      figure: { function: 'avg', field: 'took_ms', groupBy: ['service'], comparison: '>=', threshold: 2.5 },
    }),
  )
  expect(draft.title).toBe('Slow requests')
  expect(configOf(draft)).toMatchObject({
    query: 'level:<=3 AND a:"b,c"',
    streams: ['s1', 's2'],
    search_within_ms: 300_000,
    execute_every_ms: 300_000,
    group_by: ['service'],
    series: [{ id: 'avg-took_ms', function: 'avg', field: 'took_ms' }],
    conditions: { expression: { expr: '>=', right: { value: 2.5 } } },
  })
})

test('a link without a figure opens a filter, and without a relative range it looks at one minute', () => {
  const timerange = { type: 'absolute', from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' } as const
  const draft = draftOfLink(newDefinitionLink({ query: 'user:ada', streams: [], timerange }))
  expect(configOf(draft)).toMatchObject({ query: 'user:ada', streams: [], series: [], search_within_ms: 60_000 })
})

test.each(['within=abc', 'within=-1', 'function=drop', 'threshold=x&function=count'])(
  'a link with %s still opens the wizard',
  (query) => {
    expect(configOf(filledIn(new URLSearchParams(query)))).toMatchObject({ search_within_ms: 60_000 })
  },
)
