import type { FastifyInstance } from 'fastify'
import type { Audit } from '../audit/audit.ts'
import type { Cluster } from '../cluster/cluster.ts'
import type { ClusterConfig } from '../cluster-config/cluster-config.ts'
import type { GrokPatterns } from '../grok/grok-patterns.ts'
import type { ConsoleFiles } from '../http/console-files.ts'
import type { Identity } from '../identity/identity.ts'
import type { LiveTails } from '../live/live-tails.ts'
import type { Loggers } from '../logging/loggers.ts'
import type { Lookups } from '../lookup/lookups.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Throughput } from '../metrics/throughput.ts'
import type { Notifications } from '../notices/notifications.ts'
import type { BoundedRuns } from '../platform/bounded-runs/bounded-runs.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { CrashGuard } from '../platform/crash-guard/crash-guard.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { FetchChecked } from '../platform/outgoing/fetch-checked.ts'
import type { Scheduler } from '../platform/scheduler/scheduler.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import type { Engine } from '../store/engine/engine.ts'
import type { UrlWhitelist } from '../url-whitelist/url-whitelist.ts'

/** The parts that every flow builds on. `app.ts` starts them first. */
export interface Foundation {
  readonly config: Config
  readonly settings: SettingsStore
  readonly engine: Engine
  readonly cluster: Cluster
  readonly nodeId: string
  readonly notifications: Notifications
  readonly scheduler: Pick<Scheduler, 'add'>
  readonly clusterConfig: ClusterConfig
  readonly audit: Audit
  readonly identity: Identity
  readonly metrics: Metrics
  readonly throughput: Throughput
  readonly tails: LiveTails
  /** Runs for what users try out and preview. */
  readonly boundedRuns: BoundedRuns
  /** Runs for the server's own work, which does not wait for users. */
  readonly serverRuns: BoundedRuns
  readonly grok: GrokPatterns
  /** Sends requests in a thread. */
  readonly fetchChecked: FetchChecked
  readonly urlWhitelist: UrlWhitelist
  readonly lookups: Lookups
  readonly loggers: Loggers
  readonly crashGuard: CrashGuard
  /** Lets other nodes start, if this was the first start with these settings. */
  readonly completeFirstStart: () => Promise<void>
  readonly clock: Clock
  readonly isClockSteady: () => boolean
  readonly ids: Ids
  readonly log: Log
}

export interface RouteContext {
  /** The address of the API without a slash at the end: a path, or a URL when the settings name one. */
  readonly apiUrl: string
  readonly files: ConsoleFiles
}

/** One flow of the product as `app.ts` starts, serves and stops it. */
export interface WiredFlow {
  routes(api: FastifyInstance, context: RouteContext): void | Promise<void>
  /** Called once everything else runs. */
  open?(): Promise<void>
}
