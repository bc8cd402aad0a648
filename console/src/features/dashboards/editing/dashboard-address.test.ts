import { expect, test } from 'vitest'
import { newDashboard, withFilterFields } from '../../../view-document/dashboards/dashboard-document.ts'
import { randomIds } from '../../../view-document/model/random-ids.ts'
import { readAddress, withAddress } from './dashboard-address.ts'

const document = withFilterFields(newDashboard(randomIds), ['colour'])
const [page] = document.pages
const options = { zone: 'UTC', nowMs: Date.parse('2026-03-01T10:00:00Z') }
const read = (query: string) => readAddress(new URLSearchParams(query), document, options)

const absolute = { type: 'absolute', from: '2026-03-01T08:00:00.000Z', to: '2026-03-01T09:00:00.000Z' } as const

test.each([
  { text: '', filters: {} },
  { text: 'a & "b" = c', filters: { colour: ['red', 'a,b&c'] }, timerange: absolute },
  { text: 'x', filters: {}, timerange: { type: 'relative', range: 300 } as const },
  { text: 'x', filters: {}, timerange: { type: 'keyword', keyword: 'last monday' } as const },
])('a link holds the page, the override and the values: $text', (override) => {
  const state = { pageId: page?.id, override, values: { host: 'web 1' } }
  const link = withAddress('/dashboards/1', state)
  const found = read(link.split('?')[1] ?? '')
  expect(found).toMatchObject({ pageId: page?.id, values: { host: 'web 1' }, problems: [] })
  expect(withAddress('/dashboards/1', found)).toBe(link)
})

test('what has no meaning is named and left out', () => {
  const many = Array.from({ length: 60 }, (_, at) => `filter.colour=${at}`).join('&')
  expect(read(`page=gone&rangetype=absolute&from=<script>&q=${'x'.repeat(20_000)}&filter.secret=1`)).toEqual({
    pageId: undefined,
    override: { text: '', filters: {} },
    values: {},
    problems: ['page', 'range', 'query', 'filter'],
  })
  expect(read('rangetype=never').problems).toEqual(['range'])
  expect(read(many)).toMatchObject({ override: { filters: { colour: { length: 50 } } }, problems: ['filter'] })
  expect(withAddress('/dashboards/1', read('page=gone'))).toBe('/dashboards/1')
})
