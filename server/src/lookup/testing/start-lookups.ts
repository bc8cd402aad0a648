import { createClusterConfig } from '../../cluster-config/cluster-config.ts'
import { createMetrics, type Metrics } from '../../metrics/metrics.ts'
import { createNotifications, type Notifications } from '../../notices/notifications.ts'
import { createBoundedRuns } from '../../platform/bounded-runs/bounded-runs.ts'
import { systemClock } from '../../platform/clock.ts'
import { fetchChecked } from '../../platform/outgoing/fetch-checked.ts'
import { type IdentityUnderTest, startIdentity } from '../../testing/start-identity.ts'
import { createUrlWhitelist, type UrlWhitelist } from '../../url-whitelist/url-whitelist.ts'
import { createLookups, type Lookups } from '../lookups.ts'

export interface LookupsUnderTest extends AsyncDisposable {
  readonly lookups: Lookups
  readonly metrics: Metrics
  readonly notifications: Notifications
  readonly whitelist: UrlWhitelist
  readonly logyard: IdentityUnderTest
  /** Answers the body of a response with 200. */
  ok(method: string, path: string, body?: unknown): Promise<Readonly<Record<string, unknown>>>
  /** Creates a cache, an adapter and a table of this name. */
  table(name: string, more: TableParts): Promise<TableIds>
}

export interface TableParts {
  readonly adapter: Readonly<Record<string, unknown>>
  readonly cache?: Readonly<Record<string, unknown>>
  readonly table?: Readonly<Record<string, unknown>>
}

export interface TableIds {
  readonly table: string
  readonly cache: string
  readonly adapter: string
}

export const NO_DEFAULTS = {
  default_single_value: '',
  default_single_value_type: 'NULL',
  default_multi_value: '',
  default_multi_value_type: 'NULL',
}

const NODE_ID = '5ca1ab1e-0000-4000-8000-000000000001'

/** Lookup tables as they are served: real HTTP, real settings, real threads and the clock of the system. */
export async function startLookups(
  options: {
    readonly allowedFolders?: readonly string[]
    readonly privateFolders?: readonly string[]
    /** Another node: this one gets its settings. */
    readonly beside?: IdentityUnderTest
  } = {},
): Promise<LookupsUnderTest> {
  const stack = new AsyncDisposableStack()
  const metrics = stack.use(createMetrics(systemClock))
  const boundedRuns = stack.use(createBoundedRuns(systemClock))
  const started =
    Promise.withResolvers<Omit<LookupsUnderTest, 'logyard' | 'ok' | 'table' | typeof Symbol.asyncDispose>>()
  const logyard = await startIdentity({
    ...(options.beside === undefined ? {} : { beside: options.beside }),
    async area(api, { settings, ids, log }) {
      const clusterConfig = createClusterConfig({ settings })
      const whitelist = createUrlWhitelist({ clusterConfig, boundedRuns, serverRuns: boundedRuns, fetchChecked })
      const notifications = createNotifications({ settings, clock: systemClock, nodeId: NODE_ID })
      const lookups = await createLookups({
        settings,
        metrics,
        notifications,
        urlWhitelist: whitelist,
        clusterConfig,
        allowedFolders: options.allowedFolders ?? [],
        privateFolders: options.privateFolders ?? [],
        clock: systemClock,
        ids,
        log,
      })
      lookups.routes(api)
      started.resolve({ lookups, metrics, notifications, whitelist })
    },
  })
  const parts = await started.promise
  stack.use(logyard)
  stack.use(parts.lookups)

  async function ok(method: string, path: string, body?: unknown) {
    const answer = await logyard.call(method, path, body === undefined ? {} : { body })
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return Object.fromEntries(Object.entries(Object(answer.body)))
  }

  return {
    ...parts,
    logyard,
    ok,
    async table(name, { adapter, cache = { type: 'none' }, table = {} }) {
      const named = { title: `Title of ${name}`, description: '', name }
      const made = await ok('POST', '/system/lookup/caches', { ...named, config: cache })
      const { custom_error_ttl = null, ...config } = adapter
      const errors = {
        custom_error_ttl_enabled: custom_error_ttl !== null,
        custom_error_ttl,
        custom_error_ttl_unit: 'MILLISECONDS',
      }
      const source = await ok('POST', '/system/lookup/adapters', { ...named, ...errors, config })
      const ids = { cache_id: made['id'], data_adapter_id: source['id'] }
      const stored = await ok('POST', '/system/lookup/tables', { ...named, ...NO_DEFAULTS, ...ids, ...table })
      return { table: String(stored['id']), cache: String(made['id']), adapter: String(source['id']) }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
