import type { ClickHouseClient } from '@clickhouse/client'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { highestId, lowestId } from './message-ids.ts'
import { setOfIndex } from './row-lines.ts'

export interface TimeSpan {
  readonly fromMs: number
  /** Within it. */
  readonly toMs: number
}

export interface Stored {
  readonly ids: ReadonlySet<string>
  /** `<id> <index without its number>`. Without, because the index may have been rotated since. */
  readonly rows: ReadonlySet<string>
}

const StoredRow = Compile(Type.Object({ row_id: Type.String(), row_index: Type.String() }))

const SELECT = 'SELECT toString(id) AS row_id, toString(`index`) AS row_index FROM messages'

/** Which messages of this node, received in the given times, the store has. */
export async function findStored(
  client: ClickHouseClient,
  { received, nodeId }: { readonly received: readonly TimeSpan[]; readonly nodeId: string },
  signal: AbortSignal,
): Promise<Stored> {
  const ids = new Set<string>()
  const rows = new Set<string>()
  const within = received.map(
    (_, at) => `UUIDToNum(id) BETWEEN UUIDToNum({lowest${at}:UUID}) AND UUIDToNum({highest${at}:UUID})`,
  )
  const bounds = received.flatMap(({ fromMs, toMs }, at) => [
    [`lowest${at}`, lowestId(fromMs)],
    [`highest${at}`, highestId(toMs)],
  ])
  const answer = await client.query({
    query: `${SELECT} WHERE (${within.join(' OR ')}) AND gl2_source_node = {node:String}`,
    format: 'JSONEachRow',
    query_params: { ...Object.fromEntries(bounds), node: nodeId },
    abort_signal: signal,
  })
  for await (const found of answer.stream()) {
    for (const row of found) {
      const { row_id, row_index } = StoredRow.Parse(row.json())
      ids.add(row_id)
      rows.add(`${row_id} ${setOfIndex(row_index)}`)
    }
  }
  return { ids, rows }
}
