import { rm } from 'node:fs/promises'
import { STORAGE_POLICY } from '@logyard/engine/cold-storage'
import { sql } from '@logyard/languages/sql/sql'
import { expect } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { createLog } from '../../../platform/log.ts'
import { insertMessages } from '../../../search/testing/message-table.ts'
import { createDataFolder } from '../../../testing/data-folder.ts'
import { startExternalClickHouse } from '../../../testing/external-clickhouse.ts'
import { type ObjectStore, startObjectStore } from '../../../testing/object-store.ts'
import { byCount, type IndexSetsUnderTest, startIndexSets } from '../../../testing/start-index-sets.ts'
import { createEngine, type Engine } from '../../engine/engine.ts'
import { LIMITED_USERS } from '../../engine/engine-users.ts'

export const KEYS = { accessKey: 'AKIDOFTHETEST', secretKey: 'a-secret/access+key' }
export const MESSAGES_A_DAY = 50

/** Longer than a run of the job, also with a bucket that is out of reach. */
const ROUND_MS = 8000
const MAX_ROUNDS = 4

export const placeOf = (bucket: Pick<ObjectStore, 'url'>, cacheBytes = 64 * 2 ** 20) => ({
  ...KEYS,
  endpoint: `${bucket.url}/bucket/logs`,
  region: 'eu-1',
  cacheBytes,
})

/** An engine with a bucket, and the index set `web` whose messages are moved after ten days. It is 1 March 2026. */
export interface ColdStorageUnderTest extends AsyncDisposable {
  readonly bucket: ObjectStore
  readonly engine: Engine
  readonly sets: IndexSetsUnderTest
  readonly folder: string
  /** Stores messages of a day in an index. */
  store(index: string, day: string): Promise<void>
  /** Rows by disk. */
  rows(): Promise<Readonly<Record<string, number>>>
  /** Lets the job come round until the disks have these numbers of rows. */
  untilMoved(rows: Readonly<Record<string, number>>): Promise<void>
  tickUntil(read: () => Promise<unknown>, expected: unknown): Promise<void>
  /** Ends the engine. */
  stop(): Promise<void>
  /** Removes the copies of objects on the local disk and in memory. */
  dropCaches(): Promise<void>
}

/** With `isExternal`, the engine is a ClickHouse server with a storage policy of its own, where Logyard has the documented rights. */
export async function startColdStorage({ isExternal = false } = {}): Promise<ColdStorageUnderTest> {
  const owned = new AsyncDisposableStack()
  const bucket = owned.use(await startObjectStore(KEYS))
  const folder = await createDataFolder()
  owned.defer(() => rm(folder, { recursive: true, force: true }))
  const running = owned.use(new AsyncDisposableStack())
  const engine = running.use(await (isExternal ? openExternal(running, folder, bucket) : openEngine(folder, bucket)))
  const sets = running.use(await startIndexSets({ engine, settledSeconds: 0 }))
  await sets.create('web', { ...byCount(1_000_000), index_optimization_disabled: true, cold_after_days: 10 })

  const rows = async () => {
    const query = sql`SELECT disk_name AS disk, toFloat64(sum(rows)) AS rows FROM system.parts
      WHERE active AND table = 'messages' GROUP BY disk`
    const found = await (await engine.client.query({ query, format: 'JSONEachRow' })).json<{
      disk: string
      rows: number
    }>()
    return Object.fromEntries(found.map(({ disk, rows }) => [disk, rows]))
  }
  const tickUntil = tickingOf(sets)
  return {
    bucket,
    engine,
    sets,
    folder,
    rows,
    async store(index, day) {
      const at = (n: number) => new Date(Date.parse(`${day}T08:00:00.000Z`) + n * 60_000).toISOString()
      const messages = Array.from({ length: MESSAGES_A_DAY }, (_, n) => ({
        at: at(n),
        message: `hit ${day} ${n}`,
        index,
      }))
      await insertMessages(engine, messages)
    },
    untilMoved: (expected) => tickUntil(rows, expected),
    tickUntil,
    stop: () => running.disposeAsync(),
    async dropCaches() {
      for (const what of [sql`FILESYSTEM CACHE`, sql`MARK CACHE`, sql`UNCOMPRESSED CACHE`, sql`PRIMARY INDEX CACHE`]) {
        await engine.client.command({ query: sql`SYSTEM DROP ${what}` })
      }
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Lets the job come round until what is read is as expected. */
export const tickingOf = ({ clock }: Pick<IndexSetsUnderTest, 'clock'>) =>
  async function tickUntil(read: () => Promise<unknown>, expected: unknown): Promise<void> {
    // A run loses its lease if the clock goes on meanwhile.
    for (let round = 1; round < MAX_ROUNDS; round += 1) {
      clock.advance(300_000)
      const isSeen = await expect
        .poll(read, { interval: 10, timeout: ROUND_MS })
        .toEqual(expected)
        .then(
          () => true,
          () => false,
        )
      if (isSeen) return
    }
    clock.advance(300_000)
    await expect.poll(read, { interval: 10, timeout: ROUND_MS }).toEqual(expected)
  }

export const openEngine = (folder: string, bucket?: Pick<ObjectStore, 'url'>): Promise<Engine> =>
  opened(folder, { cold: bucket && placeOf(bucket) })

async function openExternal(owner: AsyncDisposableStack, folder: string, bucket: ObjectStore): Promise<Engine> {
  const { url, credentials } = owner.use(await startExternalClickHouse({ cold: placeOf(bucket) }))
  const users = Object.fromEntries(LIMITED_USERS.map(({ name }) => [name, credentials(`logyard_${name}`)]))
  return await opened(folder, { cluster: { url, users }, coldPolicy: STORAGE_POLICY })
}

async function opened(dataFolder: string, options: Partial<Parameters<typeof createEngine>[0]>): Promise<Engine> {
  const engine = await createEngine({ ...options, dataFolder, log: createLog('fatal'), clock: systemClock })
  await engine.ready(AbortSignal.timeout(60_000))
  return engine
}
