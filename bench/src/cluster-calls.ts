/** Searches of a cluster, and calls that one node passes on to another: time and processor time. */
import type { ClusterTarget } from './cluster-target.ts'
import { median } from './median.ts'

const ROUNDS = 10

export async function benchSearches(target: ClusterTarget): Promise<string> {
  const page = await timed(target, (round) => search(target, { type: 'messages', limit: 100, offset: 0 }, round))
  const groups = await timed(target, (round) => search(target, TOP_10, round))
  return `a page with its total ${page}; top 10 ${groups}`
}

/** The same question to the node itself, and through another one. */
export async function benchCalls(target: ClusterTarget): Promise<string> {
  const [call] = target.calls
  const { node_id } = await call('GET', '/system/cluster/node')
  const { nodes } = await call('GET', '/system/cluster/nodes')
  const ids = Array.isArray(nodes) ? nodes.map((node) => String(node.node_id)) : []
  const other = ids.find((id) => id !== node_id)
  const about = (id: unknown) => timed(target, () => call('GET', `/cluster/${id}/jvm`))
  return `a call about this node ${await about(node_id)}, about another one ${await about(other)}`
}

async function timed({ usage }: ClusterTarget, call: (round: number) => Promise<unknown>): Promise<string> {
  await call(ROUNDS)
  const before = await usage()
  const took: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAtMs = performance.now()
    await call(round)
    took.push(performance.now() - startedAtMs)
  }
  const after = await usage()
  const usedMs = after.nodesMs + after.clickHouseMs - before.nodesMs - before.clickHouseMs
  return `${median(took).toFixed(1)} ms (${(usedMs / ROUNDS).toFixed(1)} ms of processor time)`
}

const TOP_10 = {
  ...{ type: 'pivot', rollup: true, sort: [], column_groups: [] },
  row_groups: [{ type: 'values', field: 'source', limit: 10 }],
  series: [{ type: 'count', id: 'count()' }],
}

/** Each round has a query of its own, so that nothing is cached. */
const search = ({ calls: [call] }: ClusterTarget, type: object, round: number) =>
  call('POST', '/views/search/sync', {
    queries: [
      {
        id: 'q',
        timerange: { type: 'relative', range: 0 },
        query: { type: 'elasticsearch', query_string: `number:>${round}` },
        search_types: [{ id: 't', ...type }],
      },
    ],
  })
