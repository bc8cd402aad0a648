import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { findAccess } from '@logyard/engine/engine-access'
import { OWNER } from '@logyard/engine/engine-users'

const POLL_MS = 50
const STARTS_WITHIN_MS = 60_000
/** Merging a whole table on a busy machine takes minutes. */
const REQUEST_TIMEOUT_MS = 600_000

/** The address of the engine that a server on the data folder runs, with the password of a user of the engine. */
export function engineUrl(dataFolder: string, user = OWNER): string {
  const access = findAccess(join(dataFolder, 'engine'))
  if (access === undefined) throw new Error(`no engine runs on ${dataFolder}`)
  return `http://${user}:${access.passwords[user]}@127.0.0.1:${access.port}`
}

/** A client of the engine that is not the server. Waits for an engine that is still starting. */
export async function connectToEngine(dataFolder: string): Promise<ClickHouseClient> {
  const startedAtMs = performance.now()
  while (true) {
    try {
      const options = { request_timeout: REQUEST_TIMEOUT_MS, log: { level: ClickHouseLogLevel.OFF } }
      const client = createClient({ ...options, url: engineUrl(dataFolder) })
      if ((await client.ping()).success) return client
      await client.close()
    } catch (error) {
      if (performance.now() - startedAtMs > STARTS_WITHIN_MS) throw error
    }
    await sleep(POLL_MS)
  }
}
