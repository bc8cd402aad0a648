/** Opens what every flow builds on: the data folder, settings, engine, metrics, cluster, audit log and identity. */
import { join } from 'node:path'
import { createAudit } from '../audit/audit.ts'
import { createCluster } from '../cluster/cluster.ts'
import { ALONE_PACE, SHARED_PACE } from '../cluster/cluster-pace.ts'
import { enterFirstStart } from '../cluster/first-start.ts'
import { readNodeId } from '../cluster/node-id.ts'
import { readPeerAuthorities } from '../cluster/peers/peer-authorities.ts'
import { createClusterConfig } from '../cluster-config/cluster-config.ts'
import { createGrokPatterns } from '../grok/grok-patterns.ts'
import type { ClientAddresses } from '../http/client-address.ts'
import { requireFreeAddress } from '../http/listen-address.ts'
import { createIdentity } from '../identity/identity.ts'
import { initialPasswordFile } from '../identity/passwords/initial-password.ts'
import { createLiveTails } from '../live/live-tails.ts'
import { createLoggers } from '../logging/loggers.ts'
import { createLookups } from '../lookup/lookups.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { createRuntimeMetrics } from '../metrics/runtime-metrics.ts'
import { createThroughput } from '../metrics/throughput.ts'
import { openThroughputFile, THROUGHPUT_FILE } from '../metrics/throughput-file.ts'
import { createBoundedRuns } from '../platform/bounded-runs/bounded-runs.ts'
import { systemClock } from '../platform/clock.ts'
import { watchClock } from '../platform/clock-watch.ts'
import type { Config } from '../platform/config.ts'
import { openCrashGuard } from '../platform/crash-guard/crash-guard.ts'
import { endOnUnexpectedErrors } from '../platform/crash-guard/unexpected-errors.ts'
import { closeToOthers, requireNoSettings, requireSettings } from '../platform/data-folder.ts'
import { lockDataFolder } from '../platform/data-folder-lock.ts'
import { createIds } from '../platform/ids.ts'
import { createFetchThread } from '../platform/outgoing/fetch-thread.ts'
import type { ServerLog } from '../platform/server-log/server-log.ts'
import { readSecretKey } from '../platform/settings/secret-key.ts'
import { openSqliteSettings, SETTINGS_FILE } from '../platform/settings/sqlite-settings.ts'
import { clickHouseOf } from '../store/cluster/clickhouse-of.ts'
import { createClusterEngine } from '../store/cluster/cluster-engine.ts'
import { openClusterState } from '../store/cluster/cluster-state.ts'
import { coldPlaceOf } from '../store/engine/cold-place.ts'
import { createEngine } from '../store/engine/engine.ts'
import { createUrlWhitelist } from '../url-whitelist/url-whitelist.ts'
import type { Foundation } from './area.ts'
import { foldersOf } from './folders-of.ts'
import { loggingAs } from './logging-as.ts'
import { watchForNotices } from './notices.ts'
import type { Startup } from './startup.ts'
import { tellRestart } from './tell-restart.ts'

interface FoundationDeps {
  readonly config: Config
  readonly serverLog: ServerLog
  readonly clientAddresses: ClientAddresses
  /** Why the server before this one ended, if it ended unexpectedly. */
  readonly endedBefore: string | undefined
}

export async function openFoundation(startup: Startup, deps: FoundationDeps): Promise<Foundation> {
  const { config, serverLog } = deps
  const { log } = serverLog
  const clock = systemClock
  const clockWatch = startup.use(watchClock(clock))
  const base = { config, clock, isClockSteady: clockWatch.isSteady, ids: createIds(clock.now), log }
  const settings = await openSettings(startup, base)
  const completeFirstStart = await enterFirstStart(settings)
  const crashGuard = startup.use(openCrashGuard({ folder: config.LOGYARD_DATA, clock, log }))
  startup.use(endOnUnexpectedErrors(log, crashGuard.underWay))
  const engine = await openEngine(startup, { ...base, settings })
  const metrics = startup.use(createMetrics(clock))
  startup.use(createRuntimeMetrics(metrics))
  const throughput = startup.use(createThroughput({ metrics, clock, file: throughputFile(base) }))
  const runs = { boundedRuns: startup.use(createBoundedRuns(clock)), serverRuns: startup.use(createBoundedRuns(clock)) }
  const people = await openClusterAndIdentity(startup, { ...base, ...deps, ...runs, settings, metrics })
  await watchForNotices(startup, { ...base, ...people, engine, clockWatch })
  await tellRestart(people.notifications, { log, crashGuard, reason: deps.endedBefore })
  const tails = startup.use(createLiveTails({ clock, isHighlighting: config.LOGYARD_HIGHLIGHTING }))
  const grok = await startup.start('grok patterns', () =>
    createGrokPatterns({ ...loggingAs('grok', base), ...runs, settings, zone: config.LOGYARD_TIMEZONE }),
  )
  const loggers = await startup.start('loggers', () =>
    createLoggers({ ...loggingAs('loggers', base), ...people, serverLog, metrics }),
  )
  const parts = {
    ...base,
    ...people,
    settings,
    engine,
    metrics,
    throughput,
    tails,
    ...runs,
    grok,
    loggers,
    crashGuard,
    completeFirstStart,
  }
  return { ...parts, lookups: await openLookups(startup, parts) }
}

const openLookups = (startup: Startup, parts: Omit<Foundation, 'lookups'>) =>
  startup.start('lookup tables', () =>
    createLookups({
      ...loggingAs('lookup', parts),
      allowedFolders: foldersOf(parts.config.LOGYARD_LOOKUP_FOLDERS),
      privateFolders: [parts.config.LOGYARD_DATA],
    }),
  )

const throughputFile = (base: Base) =>
  openThroughputFile({ ...loggingAs('metrics', base), path: join(base.config.LOGYARD_DATA, THROUGHPUT_FILE) })

type Base = Pick<Foundation, 'config' | 'clock' | 'ids' | 'log'>

async function openSettings(startup: Startup, base: Base) {
  const { config, log } = base
  const folder = config.LOGYARD_DATA
  startup.use(lockDataFolder(folder))
  // Before anything is stored, so that a start without a port has no effect.
  await requireFreeAddress(config.LOGYARD_LISTEN)
  closeToOthers(folder, ['engine'], log)
  const address = { url: config.LOGYARD_POSTGRES_URL, authorities: config.LOGYARD_POSTGRES_CA }
  const isOnPostgres = address.url !== ''
  if (isOnPostgres) requireNoSettings(folder, SETTINGS_FILE)
  else requireSettings(folder, SETTINGS_FILE)
  const deps = { ...loggingAs('settings', base), secretKey: readSecretKey(folder, config.LOGYARD_SECRET, log) }
  const path = join(folder, SETTINGS_FILE)
  if (!isOnPostgres) return startup.start('settings', () => openSqliteSettings({ ...deps, path }))
  // Loaded by the servers that need it.
  const { openPostgresSettings } = await import('../platform/settings/postgres/postgres-settings.ts')
  return startup.start('settings', () => openPostgresSettings({ ...deps, address, onMissed: endMissing }))
}

/** Ends the server, which its supervisor starts again: it would go on with old users, streams and rules. */
function endMissing(): void {
  setImmediate(() => {
    throw new Error('changes of the settings were missed for too long')
  })
}

const openEngine = (startup: Startup, base: Base & Pick<Foundation, 'settings'>) =>
  startup.start('engine', async () => {
    const { config, settings } = base
    const logged = { ...loggingAs('engine', base), schemaTurn: settings.turns('columns of messages') }
    const addresses = clickHouseOf(config)
    const coldPolicy = config.LOGYARD_CLICKHOUSE_STORAGE_POLICY || undefined
    if (addresses !== undefined && 'cluster' in addresses) {
      return createClusterEngine({
        ...logged,
        addresses,
        state: openClusterState(settings),
        coldPolicy,
        sharing: {
          nodeId: await readNodeId(config.LOGYARD_DATA, base.ids),
          isShared: config.LOGYARD_POSTGRES_URL !== '',
          copyTurn: settings.turns('copies of messages'),
        },
      })
    }
    return createEngine({
      ...logged,
      dataFolder: config.LOGYARD_DATA,
      cold: coldPlaceOf(config),
      coldPolicy,
      ...(addresses && { cluster: addresses }),
    })
  })

async function openClusterAndIdentity(
  startup: Startup,
  deps: Pick<
    Foundation,
    'config' | 'clock' | 'isClockSteady' | 'ids' | 'log' | 'settings' | 'metrics' | 'boundedRuns' | 'serverRuns'
  > &
    FoundationDeps,
) {
  const { config, settings } = deps
  const cluster = await startup.start('cluster', () =>
    createCluster({
      ...loggingAs('cluster', deps),
      dataFolder: config.LOGYARD_DATA,
      rootTimeZone: config.LOGYARD_TIMEZONE,
      pace: config.LOGYARD_POSTGRES_URL === '' ? ALONE_PACE : SHARED_PACE,
      peerAuthorities: readPeerAuthorities(config.LOGYARD_NODE_CA),
    }),
  )
  const { scheduler, nodeId, notifications } = cluster
  const clusterConfig = createClusterConfig({ settings })
  const { fetchChecked } = startup.use(createFetchThread(loggingAs('requests', deps)))
  const urlWhitelist = createUrlWhitelist({ ...deps, clusterConfig, fetchChecked })
  const audit = await startup.start('audit', () =>
    createAudit({
      ...loggingAs('audit', deps),
      entries: settings.entryLog,
      audited: settings.audited,
      nodeId,
      scheduler,
      clusterConfig,
    }),
  )
  const identity = await startup.start('identity', () =>
    createIdentity({
      ...loggingAs('identity', deps),
      scheduler,
      clusterConfig,
      root: { username: 'admin', email: '', timezone: config.LOGYARD_TIMEZONE, isEnabled: true },
      rootPassword: config.LOGYARD_ADMIN_PASSWORD,
      initialPassword: initialPasswordFile(config.LOGYARD_DATA),
      addressOf: deps.clientAddresses.of,
      isFromTrustedProxy: deps.clientAddresses.isFromTrustedProxy,
      fetchChecked,
      isUrlAllowed: urlWhitelist.isAllowed,
      onSignInRefused: audit.signInRefused,
    }),
  )
  return { cluster, nodeId, notifications, scheduler, audit, identity, clusterConfig, fetchChecked, urlWhitelist }
}
