import type { Parameter } from '@logyard/contract/search/searches'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createApiClient } from '../../../api/api-client.ts'
import { ContractServer } from '../../../testing/contract-server.ts'
import { withSearches } from '../../../testing/search-answers.ts'
import { newDashboard } from '../../../view-document/dashboards/dashboard-document.ts'
import { undeclaredIn } from '../../../view-document/dashboards/widget-parameters.ts'
import { countSeries } from '../../../view-document/model/aggregation-config.ts'
import { randomIds } from '../../../view-document/model/random-ids.ts'
import { aggregationWidget, countingIds } from '../../../widgets/testing/widget-samples.ts'
import { replayLink } from '../widgets/replay-link.ts'
import { createDashboardSession } from './dashboard-session.ts'
import { valuesFromAddress, withValues } from './values-in-address.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const host: Parameter = {
  type: 'value-parameter-v1',
  name: 'host',
  title: 'Host',
  description: '',
  data_type: 'any',
  default_value: null,
  optional: false,
  binding: null,
}

const widgetWith = (id: string, query_string: string) => ({
  ...aggregationWidget(id, { visualization: 'numeric', series: [countSeries] }),
  query: { type: 'elasticsearch' as const, query_string },
})
const blocked = widgetWith('blocked', 'source:$host$ OR source:"$host$"')
const free = widgetWith('free', 'level:3')

function openSession(parameters: Parameter[] = [host]) {
  const empty = newDashboard(countingIds('page'))
  const document = {
    ...empty,
    parameters,
    pages: empty.pages.map((page) => ({ ...page, state: { ...page.state, widgets: [blocked, free] } })),
  }
  const server = new ContractServer()
  const engine = withSearches(server)
  const call = createApiClient({
    apiUrl: '/api/',
    credentials: { whenSignedIn: () => Promise.resolve('s1'), current: () => 's1', rejected: () => undefined },
    watch: { reached: () => undefined, unreachable: () => undefined, forbidden: () => undefined },
    fetch: server.fetch,
  })
  const session = createDashboardSession({ call, ids: randomIds, now: () => 0, document, view: undefined })
  const requested = () =>
    engine.executions.map(({ searchId, state }) => [
      engine.stored
        .get(searchId)
        ?.queries?.flatMap(({ search_types }) => (search_types ?? []).map(({ query }) => query?.query_string)),
      state.parameter_bindings,
    ])
  return { session, settle: () => vi.advanceTimersByTimeAsync(1_000), requested }
}

const value = (text: string) => ({ host: { type: 'value', value: text } })

test('a widget whose parameter has no value is not executed; the others are', async () => {
  const { session, settle, requested } = openSession()
  session.run()
  await settle()
  expect(requested()).toEqual([[['level:3'], undefined]])
})

test('a new value executes only the widgets that use it', async () => {
  const { session, settle, requested } = openSession()
  session.run()
  await settle()
  session.setValues({ host: 'web 1' })
  await settle()
  session.setValues({ host: 'db' })
  await settle()
  session.run()
  await settle()
  expect(requested().slice(1)).toEqual([
    [[blocked.query.query_string], value('web 1')],
    [[blocked.query.query_string], value('db')],
    [[blocked.query.query_string, 'level:3'], value('db')],
  ])
})

test('an undeclared parameter is reported; its widget is executed once it is declared', async () => {
  const { session, settle, requested } = openSession([])
  session.run()
  await settle()
  expect(requested()).toEqual([[['level:3'], undefined]])
  expect(undeclaredIn(session.state().history.present)).toEqual(['host'])
  session.setParameters([{ ...host, default_value: 'web-1' }])
  await settle()
  expect(requested().at(-1)).toEqual([[blocked.query.query_string], undefined])
  expect(undeclaredIn(session.state().history.present)).toEqual([])
})

test('the search behind a widget contains the values instead of the names', () => {
  const { session } = openSession()
  session.setValues({ host: 'web 1' })
  const link = new URL(replayLink(session.state(), blocked), 'http://logyard')
  expect(link.searchParams.get('q')).toBe('source:"web 1" OR source:"web 1"')
})

test('links contain the values, and the values are read from links', () => {
  const link = withValues('/dashboards/1?page=2', { host: 'a b&c', none: '' })
  expect(link).toBe('/dashboards/1?page=2&p.host=a+b%26c')
  expect(valuesFromAddress(new URLSearchParams('page=2&p.host=a+b%26c'))).toEqual({ host: 'a b&c' })
  expect(withValues('/dashboards/1', { host: 'x' })).toBe('/dashboards/1?p.host=x')
})
