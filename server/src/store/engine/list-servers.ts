import type { StoreServer } from '@logyard/contract/store/indexer'
import { sql } from '@logyard/languages/sql/sql'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { MessageStores, ServerState } from './message-stores.ts'

const ANSWER_WITHIN_MS = 5000

const FACTS = sql`SELECT version() AS version,
    (SELECT toFloat64(sum(rows)) FROM system.parts WHERE active AND database = currentDatabase() AND table = 'messages') AS rows,
    (SELECT (toFloat64(sum(total_space)), toFloat64(sum(free_space))) FROM system.disks WHERE lower(type) = 'local') AS disk`
const Facts = Type.Array(
  Type.Object({ version: Type.String(), rows: Type.Number(), disk: Type.Tuple([Type.Number(), Type.Number()]) }),
)

/** Facts about each server, also about those that do not respond. */
export const listServers = async (stores: MessageStores): Promise<StoreServer[]> =>
  await Promise.all(stores.servers().map(describe))

async function describe({ store, shard, has }: ServerState): Promise<StoreServer> {
  const facts = await factsOf(store.client).catch(() => undefined)
  return {
    address: store.name,
    shard: shard + 1,
    state: store.state(),
    messages: has,
    version: facts?.version ?? null,
    rows: facts?.rows ?? null,
    disk_total: facts?.disk[0] ?? null,
    disk_free: facts?.disk[1] ?? null,
  }
}

async function factsOf(client: ServerState['store']['client']) {
  const abort_signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
  const answer = await client.query({ query: FACTS, format: 'JSONEachRow', abort_signal })
  const [facts] = Value.Parse(Facts, await answer.json())
  return facts
}
