import { expect, test } from 'vitest'
import { newDefinitionLink } from '../../../alerting/new-definition-link.ts'
import { configOf } from '../model/definition-draft.ts'
import { filledIn } from './filled-in.ts'

const draftOfLink = (link: string) => filledIn(new URL(link, 'http://localhost').searchParams)

test('a link about a figure opens an aggregation with its threshold, over five minutes', () => {
  const draft = draftOfLink(
    newDefinitionLink({
      query: 'level:<=3 AND a:"b,c"',
      streams: ['s1', 's2'],
      title: 'Slow requests',
      figure: { function: 'avg', field: 'took_ms', groupBy: ['service'], comparison: '>=', threshold: 2.5 },
    }),
  )
  expect(draft.title).toBe('Slow requests')
  expect(configOf(draft)).toMatchObject({
    query: 'level:<=3 AND a:"b,c"',
    streams: ['s1', 's2'],
    search_within_ms: 300_000,
    execute_every_ms: 60_000,
    group_by: ['service'],
    series: [{ id: 'avg-took_ms', function: 'avg', field: 'took_ms' }],
    conditions: { expression: { expr: '>=', right: { value: 2.5 } } },
  })
})

test('a link without a figure opens a count whose threshold and title are proposed', () => {
  const draft = draftOfLink(newDefinitionLink({ query: 'user:ada', streams: [] }))
  expect(draft).toMatchObject({ title: '', isTitled: false, aggregation: { isProposed: true } })
  expect(draft).toMatchObject({ notification_settings: { grace_period_ms: 86_400_000 }, recovery: { notify: true } })
  expect(configOf(draft)).toMatchObject({ query: 'user:ada', streams: [], series: [{ function: 'count' }] })
})

test('a link of an earlier version may say how far back to look', () => {
  const draft = filledIn(new URLSearchParams('within=30'))
  expect(configOf(draft)).toMatchObject({ search_within_ms: 30_000, execute_every_ms: 30_000 })
})

test.each(['within=abc', 'within=-1', 'function=drop', 'threshold=x&function=count'])(
  'a link with %s still opens the form',
  (query) => {
    expect(configOf(filledIn(new URLSearchParams(query)))).toMatchObject({ search_within_ms: 300_000 })
  },
)

test.each([{ steps: '| stats count() by user' }, { sql: 'SELECT user, count() FROM messages GROUP BY user' }])(
  'a link about rows opens their condition over the range of the search: %o',
  (of) => {
    const draft = draftOfLink(
      newDefinitionLink({
        ...{ query: 'action:login', streams: ['s1'], title: 'Logins' },
        rows: { of, timerange: { type: 'relative', range: 3600 } },
      }),
    )
    expect(configOf(draft)).toMatchObject({
      ...{ ...of, query: 'action:login', streams: ['s1'], is_each_row: true, key_columns: [] },
      ...{ search_within_ms: 3_600_000, execute_every_ms: 360_000 },
    })
    const absolute = { type: 'absolute', from: '2026-03-01T10:00:00.000Z', to: '2026-03-01T11:00:00.000Z' } as const
    const other = draftOfLink(newDefinitionLink({ query: '', streams: [], rows: { of, timerange: absolute } }))
    expect(configOf(other)).toMatchObject({ ...of, search_within_ms: 300_000, execute_every_ms: 60_000 })
  },
)
