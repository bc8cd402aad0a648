/** The database of the GeoIP processor, as a configuration document names it: read once, and shared by all threads. */
import { GEOIP_CONFIG_KEY, GeoIpConfig, GeoIpConfigDraft } from '@logyard/contract/lookup/geoip-config'
import type { ClusterConfig } from '../../cluster-config/cluster-config.ts'
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import { createListeners } from '../../platform/listeners.ts'
import type { Log } from '../../platform/log.ts'
import { createMutex } from '../../platform/mutex.ts'
import { createDatabaseFile, type DatabaseFile, type SharedDatabase } from '../maxmind/shared-database.ts'

export type GeoIp = Awaited<ReturnType<typeof createGeoIp>>

const CHECK_EVERY_MS = 60_000
/** Reading a file of the maximum size from a slow disk. */
const READ_LIMIT_MS = 120_000

const databaseRefused = (cause: unknown) =>
  new LogyardError('invalid', 'geoip-database-refused', `The database cannot be used: ${textOf(cause)}`, { cause })

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

export async function createGeoIp(deps: {
  readonly clusterConfig: Pick<ClusterConfig, 'register'>
  /** Throws, with a sentence, if the file may not be read. */
  readonly files: { resolve(path: string): Promise<string> }
  readonly clock: Clock
  readonly log: Log
}) {
  const { clusterConfig, files, clock, log } = deps
  const config = clusterConfig.register({
    key: GEOIP_CONFIG_KEY,
    draft: GeoIpConfigDraft,
    document: GeoIpConfig,
    default: undefined,
    async complete({ enabled, db_type, db_path }) {
      if (enabled) await requireDatabase(createDatabaseFile({ path: db_path, type: db_type }, files))
      return { enabled, db_type, db_path }
    },
  })
  const stopping = new AbortController()
  const listeners = createListeners()
  const turns = createMutex()
  let file: { readonly of: string; readonly database: DatabaseFile } | undefined
  let current: SharedDatabase | undefined
  let problem: string | undefined

  async function read(): Promise<void> {
    const wanted = await config.read()
    const of = wanted?.enabled === true ? JSON.stringify(wanted) : undefined
    if (of === undefined || wanted === undefined) file = undefined
    else if (file?.of !== of) {
      file = { of, database: createDatabaseFile({ path: wanted.db_path, type: wanted.db_type }, files) }
    }
    await file?.database.refresh(AbortSignal.any([stopping.signal, AbortSignal.timeout(READ_LIMIT_MS)]))
  }

  /** Reads the configuration, and the file if it has changed. */
  const refresh = () =>
    turns(async () => {
      let latest: string | undefined
      await read().catch((error: unknown) => {
        latest = textOf(error)
      })
      if (latest !== undefined && latest !== problem) log.warn({ problem: latest }, 'database of GeoIP not read')
      problem = latest
      const database = file?.database.current()
      if (database === current) return
      current = database
      listeners.notify()
    })

  await refresh()
  const subscription = config.onChange(() => void refresh())
  const checks = clock.every(CHECK_EVERY_MS, () => void refresh())
  return {
    /** Undefined while the processor has nothing to do. The same object until the database changes. */
    database: () => current,
    onChange: listeners.add,
    refresh,
    async [Symbol.asyncDispose]() {
      subscription[Symbol.dispose]()
      checks[Symbol.dispose]()
      stopping.abort()
      await turns(async () => undefined)
    },
  }
}

async function requireDatabase(file: DatabaseFile): Promise<void> {
  try {
    await file.refresh(AbortSignal.timeout(READ_LIMIT_MS))
  } catch (error) {
    throw databaseRefused(error)
  }
}
