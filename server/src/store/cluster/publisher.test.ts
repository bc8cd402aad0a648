/** The tables of an epoch, on real servers. */
import { sql } from '@logyard/languages/sql/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { createMutex } from '../../platform/mutex.ts'
import { type ClickHouseCluster, startClickHouseCluster } from '../../testing/clickhouse-cluster.ts'
import { engineMigrations } from '../engine/engine-migrations.ts'
import type { EngineClient } from '../engine/sql-client.ts'
import { createPublisher } from './publisher.ts'
import { createReplica, type Replica } from './replica.ts'

let cluster: ClickHouseCluster
beforeAll(async () => {
  cluster = await startClickHouseCluster({ shards: 2, replicas: 1 })
}, 120_000)
afterAll(async () => await cluster?.[Symbol.asyncDispose]())

const log = createLog('off')
const signal = AbortSignal.timeout(120_000)

async function openReplica(at: 0 | 1): Promise<Replica> {
  const { urls, cluster: name, ...shared } = cluster.addresses
  const facts = { cluster: name, servers: urls.length, migrations: engineMigrations, schemaTurn: createMutex() }
  const replica = createReplica({ ...facts, clock: systemClock, log, address: { ...shared, url: urls[at] ?? '' } })
  await replica.ready(signal)
  return replica
}

/** Calls `changed` after each statement that changes something. */
function watched(replica: Replica, changed: () => void): Replica {
  const command: EngineClient['command'] = async (statement) => {
    const id = await replica.client.command(statement)
    changed()
    return id
  }
  return { ...replica, client: { ...replica.client, command } }
}

test('a server that comes back while tables are made gets all of them the next time', async () => {
  await using second = await openReplica(1)
  await using opened = await openReplica(0)
  const used = new Set<Replica>()
  const first = watched(opened, () => used.add(second))
  used.add(first)
  const publisher = createPublisher({
    replicas: [first, second],
    cluster: cluster.addresses.cluster,
    epoch: () => 1,
    isUsed: (replica) => used.has(replica),
    log,
    stopping: signal,
    choose: () => undefined,
  })
  await publisher.publish()
  expect(publisher.hasTables(second)).toBe(false)
  expect(publisher.areAllPublished()).toBe(false)
  await publisher.publish()
  expect(publisher.areAllPublished()).toBe(true)
  const query = sql`SELECT toFloat64(count()) AS rows FROM messages`
  for (const { whole } of [first, second]) {
    expect(await (await whole.searchClient.query({ query, format: 'JSONEachRow' })).json()).toEqual([{ rows: 0 }])
  }
})
