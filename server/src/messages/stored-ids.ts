import type { ClickHouseClient } from '@clickhouse/client'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { highestId, lowestId } from './message-ids.ts'
import { setOfIndex } from './row-lines.ts'

const StoredRow = Compile(Type.Object({ row_id: Type.String(), row_index: Type.String() }))

const SELECT = `SELECT toString(id) AS row_id, toString(\`index\`) AS row_index FROM messages
  WHERE UUIDToNum(id) >= UUIDToNum({lowest:UUID}) AND UUIDToNum(id) <= UUIDToNum({highest:UUID})
    AND gl2_source_node = {node:String}`

/**
 * Which messages of this node, received in the given time, the store has: `<id> <index without its number>`. Without,
 * because the index may have been rotated since.
 */
export async function findStoredIds(
  client: ClickHouseClient,
  range: { readonly fromMs: number; readonly toMs: number; readonly nodeId: string },
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  const answer = await client.query({
    query: SELECT,
    format: 'JSONEachRow',
    query_params: { lowest: lowestId(range.fromMs), highest: highestId(range.toMs), node: range.nodeId },
    abort_signal: signal,
  })
  for await (const rows of answer.stream()) {
    for (const row of rows) {
      const { row_id, row_index } = StoredRow.Parse(row.json())
      found.add(`${row_id} ${setOfIndex(row_index)}`)
    }
  }
  return found
}
