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
import { authorityOf, clickHouseOf } from '../store/cluster/clickhouse-of.ts'
import { findPlace, nameOfServer } from '../store/cluster/replica.ts'
import { openStateReader } from '../store/cluster/stored-replicas.ts'
import { createEngineClient } from '../store/engine/engine-client.ts'
import type { EngineAddress } from '../store/engine/engine-connections.ts'
import { clusterSource } from './cluster-source.ts'
import { targetNotUsable } from './copy-errors.ts'
import type { TargetServer } from './copy-messages.ts'
import { type CopyPlace, createCopyPlace, STATEMENT_MS } from './copy-place.ts'
import { type CopySource, oneSource } from './copy-source.ts'
import { shareOf } from './day-slices.ts'
import type { StoreCopyOptions } from './store-copy-options.ts'

interface OpenedSource extends AsyncDisposable {
  readonly source: CopySource
  /** The engine of the data folder, whose files this command can read. */
  readonly embedded: { readonly place: CopyPlace; readonly folder: string } | undefined
  /** Then the data folder is locked. */
  readonly isServerStopped: boolean
}

interface OpenedTarget extends AsyncDisposable {
  /** For sentences: without a password. */
  readonly title: string
  readonly servers: readonly TargetServer[]
}

interface Deps {
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
  readonly signal: AbortSignal
}

/** What a command names the engine of the data folder. */
export const EMBEDDED = 'embedded'

/** The store of the server: its engine if it runs, one that this command starts, or ClickHouse. */
export async function openSource({ config, ...deps }: Deps): Promise<OpenedSource> {
  const { LOGYARD_DATA: dataFolder } = config
  const address = clickHouseOf(config)
  await using owned = new AsyncDisposableStack()
  const known = join(dataFolder, NODE_ID_FILE)
  const isKnown = existsSync(known)
  if (isKnown) await requireSameUser(dataFolder, known)
  // The folder of another installation tells nothing about the server that stores messages at an address.
  const lock = address === undefined || isKnown ? lockUnlessInUse(dataFolder) : undefined
  if (lock !== undefined) owned.use(lock)
  const isServerStopped = lock !== undefined
  const opened = (source: CopySource, embedded?: OpenedSource['embedded']): OpenedSource => {
    const running = owned.move()
    return { source, embedded, isServerStopped, [Symbol.asyncDispose]: () => running.disposeAsync() }
  }
  const connected = (to: EngineAddress, title: string) => owned.use(connect(title, to)).place
  if (address !== undefined && 'cluster' in address) {
    const { urls, ca } = address
    const servers = urls.map((url) => ({
      name: nameOfServer(new URL(url)),
      place: connected({ url, ...(ca && { ca }) }, titleOf(url)),
    }))
    const state = owned.use(openStateReader({ ...deps, config }))
    return opened(clusterSource(`the cluster ${address.cluster}`, servers, state.read))
  }
  if (address !== undefined) return opened(oneSource(connected(address, titleOf(address.url))))
  const folder = titleOfFolder(dataFolder)
  // A server that is restarted has another engine: it is looked for with each connection.
  const place =
    lock === undefined
      ? connected({ running: () => findAccess(folder) }, folder)
      : createCopyPlace(folder, owned.use(await startEngine(dataFolder, deps)).client)
  return opened(oneSource(place), { place, folder })
}

/** `user` signs in at ClickHouse servers. */
export async function openTarget(
  { target, cluster, user }: Pick<StoreCopyOptions, 'target' | 'cluster' | 'user'>,
  { config, ...deps }: Deps,
): Promise<OpenedTarget> {
  const { LOGYARD_DATA: dataFolder, LOGYARD_CLICKHOUSE_URL: current } = config
  await using owned = new AsyncDisposableStack()
  const opened = (title: string, servers: readonly TargetServer[]): OpenedTarget => {
    const running = owned.move()
    return { title, servers, [Symbol.asyncDispose]: () => running.disposeAsync() }
  }
  if (target === EMBEDDED) {
    const title = titleOfFolder(dataFolder)
    if (current === '') throw targetNotUsable(title, 'they are there already')
    const { client } = owned.use(await startEngine(dataFolder, deps))
    return opened(title, [onlyServer(createCopyPlace(title, client))])
  }
  const urls = target.split(',').map((url) => url.trim())
  const title = urls.map(titleOf).join(',')
  const given = urls.map((url) => addressOf(url, user))
  if (cluster === '' && urls.length > 1)
    throw targetNotUsable(title, 'several servers are a cluster: name it with --cluster, as in their configuration')
  const ca = authorityOf(config)
  const places = given.map((url) => owned.use(connect(titleOf(url), { url, ...ca })).place)
  const [first] = places
  if (cluster === '' && first !== undefined) return opened(title, [onlyServer(first)])
  return opened(title, await serversOf(places, cluster, deps.signal))
}

const onlyServer = (place: CopyPlace): TargetServer => ({ place, share: undefined, weight: 1 })

/** The servers of a cluster, each with the rows of its shard. */
async function serversOf(places: readonly CopyPlace[], cluster: string, signal: AbortSignal) {
  const found = await Promise.all(
    places.map(async (place) => {
      try {
        const { shard } = await findPlace(place.client, { cluster, servers: places.length }, signal)
        return { place, shard }
      } catch (error) {
        signal.throwIfAborted()
        throw targetNotUsable(place.title, error instanceof Error ? error.message : String(error), { cause: error })
      }
    }),
  )
  const replicas = Map.groupBy(found, ({ shard }) => shard)
  return found.map(({ place, shard }): TargetServer => {
    return { place, share: shareOf(shard, replicas.size), weight: 1 / (replicas.get(shard)?.length ?? 1) }
  })
}

/** The address with the user of the command. */
function addressOf(target: string, user: Credentials | undefined): string {
  const url = URL.parse(target)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw targetNotUsable(target, `it is neither the address of a ClickHouse server nor the word ${EMBEDDED}`)
  if (url.username !== '' || url.password !== '')
    throw targetNotUsable(
      titleOf(target),
      'other users of this machine can read the user and password in its address. Put them as NAME:PASSWORD into the ' +
        'variable STORE_USER, or into a file named with --user-file',
    )
  if (user === undefined) return url.href
  url.username = encodeURIComponent(user.username)
  url.password = encodeURIComponent(user.password)
  return url.href
}

function connect(title: string, address: EngineAddress) {
  const client = createEngineClient(address, { requestTimeoutMs: STATEMENT_MS })
  return { place: createCopyPlace(title, client), [Symbol.asyncDispose]: () => client.close() }
}

const titleOfFolder = (dataFolder: string): string => join(resolve(dataFolder), ENGINE_FOLDER)

/** Without user and password. */
function titleOf(address: string): string {
  const url = URL.parse(address)
  return url === null ? address : `${url.origin}${url.pathname}`
}
