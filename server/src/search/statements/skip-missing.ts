/** Answers of a cluster that lack the shards of which no server can be read, where the settings allow that. */
import type { ClickHouseSettings } from '@clickhouse/client'
import { isShardMissing } from '../../store/engine/engine-failure.ts'
import type { MessageStores } from '../../store/engine/message-stores.ts'

/** Numbers of shards, from 1 as users count them. */
export type MissingShards = Set<number>

/**
 * Notes in `missing` which shards the answer lacks, before its first row. It never lacks more shards than that: ClickHouse
 * fails if it would have to skip one that is not known to be missing, and the statement is repeated once that is known.
 */
export async function skippingMissing<Answer>(
  { skipped }: Pick<MessageStores, 'skipped'>,
  missing: MissingShards | undefined,
  read: (settings: ClickHouseSettings) => Promise<Answer>,
): Promise<Answer> {
  if (missing === undefined) return await read({})
  const known = skipped()
  try {
    return noted(missing, known, await read(settingsFor(known)))
  } catch (error) {
    const now = skipped()
    if (!isShardMissing(error) || now.length === 0) throw error
    return noted(missing, now, await read(settingsFor(now)))
  }
}

function noted<Answer>(missing: MissingShards, shards: readonly number[], answer: Answer): Answer {
  for (const shard of shards) missing.add(shard + 1)
  return answer
}

const settingsFor = ({ length }: readonly number[]): ClickHouseSettings => (length === 0 ? {} : skipping(length))

/** A server that hangs would hold up each statement for half a minute by default. */
const skipping = (shards: number): ClickHouseSettings => ({
  skip_unavailable_shards: 1,
  skip_unavailable_shards_mode: 'unavailable',
  max_skip_unavailable_shards_num: String(shards),
  handshake_timeout_ms: 1000,
  connections_with_failover_max_tries: '1',
})

/** The property with which answers say what they lack. */
export const missingShards = (missing: ReadonlySet<number> = new Set()): { missing_shards?: number[] } =>
  missing.size === 0 ? {} : { missing_shards: [...missing].sort((a, b) => a - b) }
