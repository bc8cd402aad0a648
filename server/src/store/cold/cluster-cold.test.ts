/** A cluster whose servers have buckets of their own: each moves what is old, and one that cannot is named. */
import { STORAGE_POLICY } from '@logyard/engine/cold-storage'
import { sql } from '@logyard/languages/sql/sql'
import { expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { insertMessages } from '../../search/testing/message-table.ts'
import { startClickHouseCluster } from '../../testing/clickhouse-cluster.ts'
import { startObjectStore } from '../../testing/object-store.ts'
import { byCount, startIndexSets } from '../../testing/start-index-sets.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { temporarySettings } from '../../testing/temporary-settings.ts'
import { createClusterEngine } from '../cluster/cluster-engine.ts'
import { openClusterState } from '../cluster/cluster-state.ts'
import { createMessageIds } from '../messages/message-ids.ts'
import { TOGETHER } from '../messages/rows-of-shards.ts'
import { createColdRanges } from './cold-ranges.ts'
import { KEYS, placeOf, tickingOf } from './testing/start-cold-storage.ts'

const LIMIT_MS = 180_000
const WITHIN = { timeout: 60_000, interval: 200 }
const [OLD, NEW] = ['2026-02-10', '2026-02-27']
const ROWS = 20
const idsOf = createMessageIds(1)

test(
  'each replica moves old messages to its bucket, and a server without a cold volume is named',
  async () => {
    await using bucket = await startObjectStore(KEYS)
    let isLacking = true
    await using cluster = await startClickHouseCluster({
      shards: 2,
      replicas: [2, 1],
      cold: ({ shard, replica }) =>
        isLacking && shard === 2
          ? undefined
          : { ...placeOf(bucket), endpoint: `${bucket.url}/bucket/logs-${shard}-${replica}` },
    })
    await using settings = await temporarySettings()
    const log = createLog('off')
    const state = openClusterState(settings.settings)
    const { addresses } = cluster
    await using engine = await createClusterEngine({
      addresses,
      state,
      log,
      clock: systemClock,
      coldPolicy: STORAGE_POLICY,
    })
    await engine.ready(AbortSignal.timeout(60_000))
    await expect.poll(() => engine.stores.areComplete(), WITHIN).toBe(true)
    await using folder = await temporaryFolder()
    await using sets = await startIndexSets({ engine, folder: folder.path, settledSeconds: 0 })
    await sets.create('web', { ...byCount(1_000_000), index_optimization_disabled: true, cold_after_days: 10 })
    for (const day of [OLD, NEW]) {
      const messages = Array.from({ length: ROWS }, (_, n) => {
        const at = new Date(Date.parse(`${day}T08:00:00.000Z`) + n * 60_000).toISOString()
        return { at, message: `hit ${n}`, index: 'web_0', ids: idsOf(Date.parse(at), n * TOGETHER, 0) }
      })
      await insertMessages(engine, messages)
    }

    const disks = () =>
      Promise.all(
        cluster.servers.map(({ execute }) =>
          execute(`SELECT disk_name, sum(rows) FROM system.parts WHERE active AND database = 'logs' AND table = 'messages'
            GROUP BY disk_name ORDER BY disk_name`),
        ),
      )
    const half = ROWS / 2
    const moved = `cold\t${half}\ndefault\t${half}`
    const tickUntil = tickingOf(sets)
    await tickUntil(disks, [moved, moved, `default\t${ROWS}`])
    const named = cluster
      .server(2, 1)
      .url.replace(/\/\/.*@/, '//')
      .replace(/\/logs$/, '')
    await expect
      .poll(async () => JSON.stringify(await sets.notifications.list()), WITHIN)
      .toContain(`The storage policy ${STORAGE_POLICY} of ${named} has no second volume`)
    const { isCold } = createColdRanges(engine)
    const of = (day: string) =>
      sql`timestamp >= toDateTime64(${day}, 3, 'UTC') AND timestamp < toDateTime64(${day}, 3, 'UTC') + INTERVAL 1 DAY`
    expect([await isCold(of(OLD)), await isCold(of(NEW))]).toEqual([true, false])

    isLacking = false
    await cluster.server(2, 1).kill()
    await cluster.server(2, 1).start()
    await expect.poll(() => engine.stores.areComplete() && engine.state(), WITHIN).toBe('up')
    await tickUntil(disks, [moved, moved, moved])
    await expect.poll(async () => (await sets.notifications.list()).length, WITHIN).toBe(0)
    await cluster.server(1, 1).kill()
    const found = async () => {
      const query = sql`SELECT toFloat64(uniqExact(id)) AS n FROM messages WHERE message LIKE 'hit%'`
      return await (await engine.searchClient.query({ query, format: 'JSONEachRow' })).json()
    }
    expect(await found()).toEqual([{ n: 2 * ROWS }])
  },
  LIMIT_MS,
)
