/** Wires every part of Logyard together, and takes it apart again in the opposite order. */

import { join } from 'node:path'
import { createAudit } from './audit/audit.ts'
import { createCluster } from './cluster/cluster.ts'
import { HEARTBEAT_MS } from './cluster/nodes.ts'
import { createClusterConfig } from './cluster-config/cluster-config.ts'
import { createClientAddresses } from './http/client-address.ts'
import { createHttpServer } from './http/http-server.ts'
import { createIdentity } from './identity/identity.ts'
import { createLiveTails } from './live/live-tails.ts'
import { createMetrics } from './metrics/metrics.ts'
import { createRuntimeMetrics } from './metrics/runtime-metrics.ts'
import { createThroughput } from './metrics/throughput.ts'
import { systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { closeToOthers, requireSettings } from './platform/data-folder.ts'
import { lockDataFolder } from './platform/data-folder-lock.ts'
import { createIds } from './platform/ids.ts'
import type { Log } from './platform/log.ts'
import { readSecretKey } from './platform/settings/secret-key.ts'
import { openSqliteSettings, SETTINGS_FILE } from './platform/settings/sqlite-settings.ts'
import { createEngine } from './store/engine/engine.ts'
import { watchEngine } from './store/engine/engine-watch.ts'
import { createAdministration } from './wiring/administration.ts'
import type { WiredFlow } from './wiring/area.ts'
import { createIngest } from './wiring/ingest.ts'
import { createProcessingFlow } from './wiring/processing.ts'
import { createSearch } from './wiring/search.ts'

export interface App extends AsyncDisposable {
  /** Of the console, with the prefix and a slash at the end. */
  readonly url: string
  /** The password of `admin` that was made up at this, the first start. */
  readonly generatedPassword: string | undefined
  /** Resolves when an administrator shuts this node down. */
  readonly shutdownAsked: Promise<string>
}

const CONSOLE_FOLDER = join(import.meta.dirname, '..', '..', 'console', 'dist')

export async function startApp({ config, log }: { readonly config: Config; readonly log: Log }): Promise<App> {
  await using starting = new AsyncDisposableStack()
  const clock = systemClock
  const ids = createIds(clock.now)
  const dataFolder = config.LOGYARD_DATA
  const prefix = config.LOGYARD_PREFIX.replace(/\/$/, '')
  const externalUrl = config.LOGYARD_EXTERNAL_URL.replace(/\/$/, '')
  /** Where clients find the API; only a path, unless the settings say how they reach this server. */
  const apiAddress = externalUrl === '' ? `${prefix}/api` : `${externalUrl}/api`
  const clientAddresses = createClientAddresses(config.LOGYARD_TRUSTED_PROXIES)

  const serviceStartsMs: Record<string, number> = {}
  /** Starts a part that is taken apart with the rest, and notes how long it took. */
  async function start<Part extends Disposable | AsyncDisposable>(
    name: string,
    make: () => Part | Promise<Part>,
  ): Promise<Part> {
    const startedAtMs = clock.monotonicMs()
    const part = starting.use(await make())
    serviceStartsMs[name] = Math.round(clock.monotonicMs() - startedAtMs)
    return part
  }

  starting.use(lockDataFolder(dataFolder))
  closeToOthers(dataFolder, ['engine'], log)
  requireSettings(dataFolder, SETTINGS_FILE)
  const secretKey = readSecretKey(dataFolder, config.LOGYARD_SECRET, log)
  const settings = await start('settings', () =>
    openSqliteSettings({
      path: join(dataFolder, SETTINGS_FILE),
      secretKey,
      clock,
      log: log.child({ subject: 'settings' }),
    }),
  )
  const engine = await start('engine', () =>
    createEngine({
      dataFolder,
      ...(config.LOGYARD_CLICKHOUSE_URL === '' ? {} : { url: config.LOGYARD_CLICKHOUSE_URL }),
      log: log.child({ subject: 'engine' }),
      clock,
    }),
  )
  const metrics = starting.use(createMetrics(clock))
  starting.use(createRuntimeMetrics(metrics))
  const throughput = starting.use(createThroughput({ metrics, clock }))
  const cluster = await start('cluster', () =>
    createCluster({
      settings,
      clock,
      ids,
      log: log.child({ subject: 'cluster' }),
      dataFolder,
      rootTimeZone: config.LOGYARD_TIMEZONE,
      metrics,
      heartbeatMs: HEARTBEAT_MS,
    }),
  )
  const { scheduler } = cluster
  const audit = await start('audit', () =>
    createAudit({ settings, clock, ids, log: log.child({ subject: 'audit' }), nodeId: cluster.nodeId }),
  )
  const identity = await start('identity', () =>
    createIdentity({
      settings,
      clock,
      ids,
      log: log.child({ subject: 'identity' }),
      scheduler,
      root: { username: 'admin', email: '', timezone: config.LOGYARD_TIMEZONE, isEnabled: true },
      rootPassword: config.LOGYARD_ADMIN_PASSWORD,
      addressOf: clientAddresses.of,
      onSignInRefused: audit.signInRefused,
    }),
  )
  starting.use(
    watchEngine({
      engineState: engine.state,
      notifications: cluster.notifications,
      clock,
      log: log.child({ subject: 'engine' }),
    }),
  )

  const tails = starting.use(createLiveTails({ clock, isHighlighting: config.LOGYARD_HIGHLIGHTING }))
  const foundation = {
    config,
    settings,
    engine,
    cluster,
    scheduler,
    clusterConfig: createClusterConfig({ settings }),
    audit,
    identity,
    metrics,
    throughput,
    tails,
    clock,
    ids,
    log,
  }
  const ingest = await start('ingest', () => createIngest(foundation))
  const processing = await start('processing', () => createProcessingFlow({ ...foundation, ingest }))
  const { streams, indices } = ingest
  const { fields, settled } = processing
  const search = await start('search', () => createSearch({ ...foundation, streams, indices, fields, settled }))
  const administration = await start('administration', () =>
    createAdministration({
      ...foundation,
      ingest,
      processing,
      search,
      consolePath: `${prefix}/`,
      serviceStartsMs: () => serviceStartsMs,
    }),
  )
  /** In the order in which they open: inputs accept messages once everything else runs. */
  const flows: readonly WiredFlow[] = [administration, processing, search, ingest]

  const http = await start('http', () =>
    createHttpServer({
      log: log.child({ subject: 'http' }),
      clock,
      ids,
      nodeId: cluster.nodeId,
      prefix: config.LOGYARD_PREFIX,
      externalUrl: config.LOGYARD_EXTERNAL_URL,
      rootTimeZone: config.LOGYARD_TIMEZONE,
      cors: config.LOGYARD_CORS,
      consoleFolder: CONSOLE_FOLDER,
      authenticate: identity.authenticate,
      operationHooks: { requireNode: cluster.nodes.requireNode, audit: audit.record },
      clientAddresses,
      async routes(api, files) {
        for (const flow of flows) await flow.routes(api, { apiUrl: apiAddress, files })
      },
    }),
  )
  for (const name of ['open', 'refused', 'displaced'] as const) {
    metrics.gauge(`logyard.http.connections.${name}`, () => http.connections()[name])
  }
  const url = await http.listen(listenAddress(config.LOGYARD_LISTEN))
  await cluster.ready(externalUrl === '' ? `${url}api/` : `${apiAddress}/`)
  for (const flow of flows) await flow.open?.()
  const running = starting.move()
  return {
    url,
    generatedPassword: identity.newRootPassword,
    shutdownAsked: cluster.shutdown.due.then(() => 'asked over the API'),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

function listenAddress(listen: string): { host: string; port: number } {
  const colon = listen.lastIndexOf(':')
  return { host: listen.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(listen.slice(colon + 1)) }
}
