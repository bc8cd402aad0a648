import type { ClickHouseClient } from '@clickhouse/client'
import { rowOf } from '../search-data.ts'

/** Sizes of the stored columns of messages, largest first, and of their indexes, in bytes. */
export async function storedColumns(
  store: ClickHouseClient,
): Promise<readonly (readonly [name: string, bytes: number])[]> {
  const answer = await store.query({
    query: `SELECT column, toFloat64(sum(column_bytes_on_disk)) AS bytes FROM system.parts_columns
      WHERE active AND table = 'messages' GROUP BY column ORDER BY bytes DESC`,
    format: 'JSONCompactEachRow',
  })
  const columns = await answer.json<[string, number]>()
  const [indexes] = await rowOf(
    store,
    `SELECT toFloat64(sum(secondary_indices_compressed_bytes + secondary_indices_marks_bytes))
      FROM system.parts WHERE active AND table = 'messages'`,
  )
  return [...columns, ['indexes', Number(indexes)]]
}
