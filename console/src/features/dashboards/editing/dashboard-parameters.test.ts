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

const asking = (id: string, query_string: string) => ({
  ...aggregationWidget(id, { visualization: 'numeric', series: [countSeries] }),
  query: { type: 'elasticsearch' as const, query_string },
})
const waits = asking('waits', 'source:$host$ OR source:"$host$"')
const free = asking('free', 'level:3')

function openSession(parameters: Parameter[] = [host]) {
  const empty = newDashboard(countingIds('page'))
  const document = {
    ...empty,
    parameters,
    pages: empty.pages.map((page) => ({ ...page, state: { ...page.state, widgets: [waits, free] } })),
  }
  const server = new ContractServer()
  const engine = withSearches(server)
  const call = createApiClient({
    apiUrl: '/api/',
    credentials: { whenSignedIn: () => Promise.resolve('s1'), current: () => 's1', rejected: () => undefined },
    watch: { reached: () => undefined, unreachable: () => undefined, forbidden: () => undefined },
    fetch: server.fetch,
  })
  const session = createDashboardSession({ call, ids: randomIds, document, view: undefined })
  const asked = () =>
    engine.executions.map(({ searchId, state }) => [
      engine.stored
        .get(searchId)
        ?.queries?.flatMap(({ search_types }) => (search_types ?? []).map(({ query }) => query?.query_string)),
      state.parameter_bindings,
    ])
  return { session, settle: () => vi.advanceTimersByTimeAsync(1_000), asked }
}

const value = (text: string) => ({ host: { type: 'value', value: text } })

test('a widget whose parameter has no value is not asked, and stops no other', async () => {
  const { session, settle, asked } = openSession()
  session.run()
  await settle()
  expect(asked()).toEqual([[['level:3'], undefined]])
})

test('a new value asks the widgets that use it, and no others', async () => {
  const { session, settle, asked } = openSession()
  session.run()
  await settle()
  session.setValues({ host: 'web 1' })
  await settle()
  session.setValues({ host: 'db' })
  await settle()
  session.run()
  await settle()
  expect(asked().slice(1)).toEqual([
    [[waits.query.query_string], value('web 1')],
    [[waits.query.query_string], value('db')],
    [[waits.query.query_string, 'level:3'], value('db')],
  ])
})

test('a name without a declaration is told, and its widget asked once it has one', async () => {
  const { session, settle, asked } = openSession([])
  session.run()
  await settle()
  expect(asked()).toEqual([[['level:3'], undefined]])
  expect(undeclaredIn(session.state().history.present)).toEqual(['host'])
  session.setParameters([{ ...host, default_value: 'web-1' }])
  await settle()
  expect(asked().at(-1)).toEqual([[waits.query.query_string], undefined])
  expect(undeclaredIn(session.state().history.present)).toEqual([])
})

test('the search behind a widget has the values in place of the names', () => {
  const { session } = openSession()
  session.setValues({ host: 'web 1' })
  const link = new URL(replayLink(session.state(), waits), 'http://logyard')
  expect(link.searchParams.get('q')).toBe('source:"web 1" OR source:"web 1"')
})

test('values stand in links and are read from them', () => {
  const link = withValues('/dashboards/1?page=2', { host: 'a b&c', none: '' })
  expect(link).toBe('/dashboards/1?page=2&p.host=a+b%26c')
  expect(valuesFromAddress(new URLSearchParams('page=2&p.host=a+b%26c'))).toEqual({ host: 'a b&c' })
  expect(withValues('/dashboards/1', { host: 'x' })).toBe('/dashboards/1?p.host=x')
})
