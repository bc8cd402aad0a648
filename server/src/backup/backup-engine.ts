/** The engine for a backup or restore: the one that the running server has started, or one of this command's own. */
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { ColdPlace } from '@logyard/engine/cold-storage'
import { BACKUPS_FOLDER, listAccesses } from '@logyard/engine/engine-access'
import { sql } from '@logyard/languages/sql/sql'
import type { Clock } from '../platform/clock.ts'
import { lockDataFolder } from '../platform/data-folder-lock.ts'
import { LogyardError } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import { unlessAborted } from '../platform/unless-aborted.ts'
import { requireColdPlace } from '../store/engine/cold-place.ts'
import { ENGINE_PROGRAM } from '../store/engine/engine-child.ts'
import { createEngineClient } from '../store/engine/engine-client.ts'
import type { EngineAddress } from '../store/engine/engine-connections.ts'
import { createEngineProcess } from '../store/engine/engine-process.ts'
import type { EngineClient } from '../store/engine/sql-client.ts'
import { engineNotReached } from './backup-errors.ts'

export const ENGINE_FOLDER = 'engine'

export interface BackupEngine extends AsyncDisposable {
  readonly client: EngineClient
  /** The only folder in which the engine writes and reads backups. */
  readonly backupsFolder: string
  /** Whether no server runs, so that this command has started it. */
  readonly isOwn: boolean
}

interface Deps {
  readonly clock: Clock
  readonly log: Log
  readonly signal: AbortSignal
  /** Where old messages of the data folder are. */
  readonly cold?: ColdPlace | undefined
}

/** The longest time of one statement: writing a whole backup, restoring it, or checking it. */
const STATEMENT_HOURS = 48
const STATEMENT_MS = STATEMENT_HOURS * 3_600_000
/** A server that has just started, or whose engine was restarted, has one within this time. */
const FOUND_WITHIN_MS = 20_000
const FIND_EVERY_MS = 200
const MAX_FAILED_STARTS = 6
const ENDED_WITHIN_MS = 10_000

const backupsIn = (dataFolder: string) => join(resolve(dataFolder), ENGINE_FOLDER, BACKUPS_FOLDER)

/** The engine of the server on this data folder. While none runs, the folder is locked and an engine started. */
export async function openBackupEngine(dataFolder: string, deps: Deps): Promise<BackupEngine> {
  await using owned = new AsyncDisposableStack()
  const lock = lockUnlessInUse(dataFolder)
  if (lock === undefined) {
    const client = owned.use(closing(await findRunningEngine(join(dataFolder, ENGINE_FOLDER), deps)))
    return held(owned.move(), client.client, dataFolder, false)
  }
  owned.use(lock)
  const engine = owned.use(await startEngine(dataFolder, deps))
  return held(owned.move(), engine.client, dataFolder, true)
}

/** An engine of its own on a data folder that nobody else uses. */
export async function startEngine(dataFolder: string, { clock, log, signal, cold }: Deps): Promise<BackupEngine> {
  const folder = join(resolve(dataFolder), ENGINE_FOLDER)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  requireColdPlace(folder, cold)
  await using owned = new AsyncDisposableStack()
  const up = Promise.withResolvers<void>()
  let failures = 0
  const engine = owned.use(
    createEngineProcess({
      dataFolder: folder,
      program: ENGINE_PROGRAM,
      cold,
      log,
      clock,
      onStarting: () => undefined,
      onUp: () => up.resolve(),
      onDown() {
        failures += 1
        // The engine of a command that was killed may need a moment to end.
        if (failures === MAX_FAILED_STARTS) up.reject(engineNotReached())
      },
    }),
  )
  await unlessAborted(up.promise, signal)
  const { client } = owned.use(closing(clientTo({ running: engine.access })))
  return held(owned.move(), client, dataFolder, true)
}

/** Waits for the engine of a command that was killed, which ends by itself. */
export async function untilNoEngine(dataFolder: string, { clock, signal }: Omit<Deps, 'log'>): Promise<void> {
  const folder = join(dataFolder, ENGINE_FOLDER)
  const startedAtMs = clock.monotonicMs()
  while (existsSync(folder) && listAccesses(folder).length > 0) {
    // After a restart of the machine another program may have the number of the process.
    if (clock.monotonicMs() - startedAtMs > ENDED_WITHIN_MS) return
    await clock.sleep(FIND_EVERY_MS, signal)
  }
}

const held = (owned: AsyncDisposableStack, client: EngineClient, dataFolder: string, isOwn: boolean): BackupEngine => ({
  client,
  isOwn,
  backupsFolder: backupsIn(dataFolder),
  [Symbol.asyncDispose]: () => owned.disposeAsync(),
})

const clientTo = (address: EngineAddress) => createEngineClient(address, { requestTimeoutMs: STATEMENT_MS })

const closing = (client: EngineClient) => ({ client, [Symbol.asyncDispose]: () => client.close() })

export function lockUnlessInUse(dataFolder: string): Disposable | undefined {
  try {
    return lockDataFolder(dataFolder)
  } catch (error) {
    if (error instanceof LogyardError && error.code === 'data-folder-in-use') return undefined
    throw error
  }
}

async function findRunningEngine(folder: string, { clock, signal }: Deps): Promise<EngineClient> {
  const startedAtMs = clock.monotonicMs()
  while (clock.monotonicMs() - startedAtMs < FOUND_WITHIN_MS) {
    for (const access of existsSync(folder) ? listAccesses(folder) : []) {
      const client = clientTo({ running: () => access })
      if (await answers(client, signal)) return client
      await client.close()
    }
    await clock.sleep(FIND_EVERY_MS, signal)
  }
  throw engineNotReached()
}

async function answers(client: EngineClient, signal: AbortSignal): Promise<boolean> {
  try {
    await client.command({ query: sql`SELECT 1`, abort_signal: signal })
    return true
  } catch (error) {
    if (error instanceof LogyardError) return false
    throw error
  }
}
