/** Whether what a time range covers is in cold storage. */
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlList } from '@logyard/languages/sql/sql-parts'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Engine } from '../engine/engine.ts'
import { answeredForUsers } from '../engine/engine-failure.ts'

export type ColdRanges = ReturnType<typeof createColdRanges>

const Estimate = Type.Array(Type.Object({ parts: Type.Number() }))

export function createColdRanges(engine: Pick<Engine, 'stores' | 'cold'>) {
  return {
    /**
     * Whether messages that meet the condition of a time range may be in cold storage: the engine compares it with the
     * first and last timestamps of parts, and reads nothing else.
     */
    async isCold(range: Sql): Promise<boolean> {
      const disks = engine.cold.isConfigured ? await engine.cold.disks() : []
      if (disks.length === 0) return false
      const query = sql`EXPLAIN ESTIMATE SELECT message FROM messages WHERE _disk_name IN (${sqlList(disks)}) AND ${range}`
      return answeredForUsers(async () => {
        for (const { client } of engine.stores.complete()) {
          const answer = await client.query({ query, format: 'JSONEachRow' })
          if (Value.Parse(Estimate, await answer.json()).some(({ parts }) => parts > 0)) return true
        }
        return false
      })
    },
  }
}
