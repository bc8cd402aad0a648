/** Users of the endurance run: the searches, charts and pages that each of them asks for again and again. */
import { type EnduranceServer, jsonPost } from './endurance-server.ts'

const LEGACY = '/search/universal/relative'

const chart = (rowGroup: object) => {
  const type = {
    id: 'chart',
    type: 'pivot',
    series: [{ id: 'count()', type: 'count', field: null }],
    row_groups: [rowGroup],
    column_groups: [],
    sort: [],
    rollup: true,
  }
  const query = { type: 'elasticsearch', query_string: 'endurance' }
  return { queries: [{ id: 'query', query, timerange: { type: 'relative', range: 300 }, search_types: [type] }] }
}

/** Each is what one user does over and over. */
export const usersOf = (server: EnduranceServer): readonly (() => Promise<unknown>)[] => {
  const draw = (rowGroup: object) => () => server.call('/views/search/sync', jsonPost(chart(rowGroup)))
  return [
    () => server.call(`${LEGACY}?query=endurance+AND+number&range=300&limit=100`),
    draw({ type: 'values', field: 'source', limit: 15 }),
    draw({ type: 'time', field: 'timestamp', interval: { type: 'auto', scaling: 1 } }),
    () => server.call('/streams'),
    () => server.call('/system/inputstates'),
  ]
}
