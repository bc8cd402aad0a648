/** Opens the stores of a copy: that of the server, and the one that a command names. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findAccess } from '@logyard/engine/engine-access'
import { requireSameUser } from '../backup/back-up.ts'
import { ENGINE_FOLDER, lockUnlessInUse, startEngine } from '../backup/backup-engine.ts'
import { NODE_ID_FILE } from '../cluster/node-id.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Credentials } from '../platform/credentials.ts'
import type { Log } from '../platform/log.ts'
import { createEngineClient } from '../store/engine/engine-client.ts'
import type { EngineAddress } from '../store/engine/engine-connections.ts'
import { targetNotUsable } from './copy-errors.ts'
import { type CopyPlace, createCopyPlace, STATEMENT_MS } from './copy-place.ts'

interface OpenedPlace extends AsyncDisposable {
  readonly place: CopyPlace
}

interface OpenedSource extends OpenedPlace {
  /** The folder of the engine, whose files this command can read. */
  readonly folder: string | undefined
  /** Then the data folder is locked. */
  readonly isServerStopped: boolean
}

interface Deps {
  readonly config: Pick<Config, 'LOGYARD_DATA' | 'LOGYARD_CLICKHOUSE_URL'>
  readonly clock: Clock
  readonly log: Log
  readonly signal: AbortSignal
}

/** What a command names the engine of the data folder. */
export const EMBEDDED = 'embedded'

/** The store of the server: its engine if it runs, one that this command starts, or a ClickHouse server. */
export async function openSource({ config, ...deps }: Deps): Promise<OpenedSource> {
  const { LOGYARD_DATA: dataFolder, LOGYARD_CLICKHOUSE_URL: url } = config
  await using owned = new AsyncDisposableStack()
  const known = join(dataFolder, NODE_ID_FILE)
  const isKnown = existsSync(known)
  if (isKnown) await requireSameUser(dataFolder, known)
  // The folder of another installation tells nothing about the server that stores messages at an address.
  const lock = url === '' || isKnown ? lockUnlessInUse(dataFolder) : undefined
  if (lock !== undefined) owned.use(lock)
  const isServerStopped = lock !== undefined
  const opened = (place: CopyPlace, folder: string | undefined): OpenedSource => {
    const running = owned.move()
    return { place, folder, isServerStopped, [Symbol.asyncDispose]: () => running.disposeAsync() }
  }
  if (url !== '') return opened(owned.use(connect(titleOf(url), { url })).place, undefined)
  const folder = titleOfFolder(dataFolder)
  if (lock !== undefined) {
    const { client } = owned.use(await startEngine(dataFolder, deps))
    return opened(createCopyPlace(folder, client), folder)
  }
  // A server that is restarted has another engine: it is looked for with each connection.
  return opened(owned.use(connect(folder, { running: () => findAccess(folder) })).place, folder)
}

/** `user` signs in at a ClickHouse server. */
export async function openTarget(
  target: string,
  user: Credentials | undefined,
  { config, ...deps }: Deps,
): Promise<OpenedPlace> {
  const { LOGYARD_DATA: dataFolder, LOGYARD_CLICKHOUSE_URL: current } = config
  if (target !== EMBEDDED) {
    const url = URL.parse(target)
    if (url === null || !/^https?:$/.test(url.protocol))
      throw targetNotUsable(target, `it is neither the address of a ClickHouse server nor the word ${EMBEDDED}`)
    if (url.username !== '' || url.password !== '')
      throw targetNotUsable(
        titleOf(target),
        'other users of this machine can read the user and password in its address. Put them as NAME:PASSWORD into the ' +
          'variable STORE_USER, or into a file named with --user-file',
      )
    if (user !== undefined) {
      url.username = encodeURIComponent(user.username)
      url.password = encodeURIComponent(user.password)
    }
    return connect(titleOf(target), { url: url.href })
  }
  if (current === '') throw targetNotUsable(titleOfFolder(dataFolder), 'they are there already')
  const engine = await startEngine(dataFolder, deps)
  return {
    place: createCopyPlace(titleOfFolder(dataFolder), engine.client),
    [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose](),
  }
}

function connect(title: string, address: EngineAddress): OpenedPlace {
  const client = createEngineClient(address, { requestTimeoutMs: STATEMENT_MS })
  return { place: createCopyPlace(title, client), [Symbol.asyncDispose]: () => client.close() }
}

const titleOfFolder = (dataFolder: string): string => join(resolve(dataFolder), ENGINE_FOLDER)

/** Without user and password. */
function titleOf(address: string): string {
  const url = URL.parse(address)
  return url === null ? address : `${url.origin}${url.pathname}`
}
