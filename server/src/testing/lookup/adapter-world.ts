/** What data adapters need, for tests of one type: a whitelist, notifications, and a registry that runs one adapter. */

import type { AdapterConfig } from '@logyard/contract/lookup/adapter-configs'
import type { Notification } from '@logyard/contract/notices/notifications'
import type { ClusterConfig } from '../../cluster-config/cluster-config.ts'
import { createClusterConfig } from '../../cluster-config/cluster-config.ts'
import type { AdapterDeps, AdapterType, FieldErrors } from '../../lookup/adapters/adapter.ts'
import { createAdapterFiles } from '../../lookup/adapters/adapter-files.ts'
import { createListLoads } from '../../lookup/adapters/loading-in-thread.ts'
import { OUTSIDE_ADDRESSES, type OutsideAddresses } from '../../lookup/adapters/outside-addresses.ts'
import type { LookupKey, LookupResult } from '../../lookup/lookup-tables.ts'
import { createAnswersReader } from '../../lookup/shared-tables/answers-reader.ts'
import {
  createThreatIntelSettings,
  type ThreatIntelSettings,
} from '../../lookup/threat-intelligence/threat-intel-settings.ts'
import { createValueTables } from '../../lookup/values/value-tables.ts'
import { createNotifications } from '../../notices/notifications.ts'
import { createBoundedRuns } from '../../platform/bounded-runs/bounded-runs.ts'
import { systemClock } from '../../platform/clock.ts'
import { createIds } from '../../platform/ids.ts'
import { createLog } from '../../platform/log.ts'
import { fetchChecked } from '../../platform/outgoing/fetch-checked.ts'
import { createUrlWhitelist, type UrlWhitelist } from '../../url-whitelist/url-whitelist.ts'
import { temporarySettings } from '../temporary-settings.ts'

export interface AdapterWorld extends AsyncDisposable {
  readonly whitelist: UrlWhitelist
  readonly clusterConfig: ClusterConfig
  readonly threatIntel: ThreatIntelSettings
  allow(...urls: readonly string[]): Promise<void>
  validate(type: AdapterType, config: AdapterConfig): Promise<FieldErrors>
  start(type: AdapterType, config: AdapterConfig, id?: string): TestedAdapter
  notifications(): Promise<readonly Notification[]>
}

export interface TestedAdapter extends AsyncDisposable {
  readonly refreshEveryMs: number | undefined
  /** The error state. */
  problem(): string | undefined
  /** How often the adapter asked for a refresh. */
  refreshesWanted(): number
  refresh(signal?: AbortSignal): Promise<'changed' | 'unchanged' | 'failed'>
  /** An error result becomes an exception. */
  lookUp(key: LookupKey): Promise<LookupResult>
}

export async function adapterWorld(outside: Partial<OutsideAddresses> = {}): Promise<AdapterWorld> {
  const stack = new AsyncDisposableStack()
  const { settings } = stack.use(await temporarySettings())
  const builds = stack.use(createBoundedRuns(systemClock))
  const clusterConfig = createClusterConfig({ settings })
  const whitelist = createUrlWhitelist({ clusterConfig, boundedRuns: builds, serverRuns: builds, fetchChecked })
  const threatIntel = stack.use(await createThreatIntelSettings({ clusterConfig }))
  const notices = createNotifications({ settings, clock: systemClock, nodeId: 'node' })
  const deps: AdapterDeps = {
    clock: systemClock,
    ids: createIds(systemClock.now),
    log: createLog('off'),
    files: createAdapterFiles([]),
    urlWhitelist: whitelist,
    notifications: notices,
    threatIntel,
    outside: { ...OUTSIDE_ADDRESSES, ...outside },
    builds,
    listLoads: createListLoads(systemClock),
    valueTables: stack.use(createValueTables({ settings, clock: systemClock, log: createLog('off') })),
  }
  return {
    whitelist,
    clusterConfig,
    threatIntel,
    allow: (...urls) =>
      whitelist.replace({
        entries: urls.map((value) => ({ id: value, type: 'regex', title: value, value })),
        disabled: false,
      }),
    validate: (type, config) => type.validate(config, deps),
    start: (type, config, id = 'an-adapter') => startAdapter(type, config, { ...deps, id }),
    notifications: notices.list,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

function startAdapter(
  type: AdapterType,
  config: AdapterConfig,
  deps: AdapterDeps & { readonly id: string },
): TestedAdapter {
  let problem: string | undefined
  let refreshesWanted = 0
  const adapter = type.start(config, {
    ...deps,
    name: deps.id,
    errorTtlMs: 5000,
    report(latest) {
      problem = latest
    },
    changed: () => undefined,
    refreshSoon() {
      refreshesWanted += 1
    },
  })
  return {
    refreshEveryMs: adapter.refreshEveryMs,
    problem: () => problem,
    refreshesWanted: () => refreshesWanted,
    async refresh(signal = AbortSignal.timeout(60_000)) {
      try {
        const change = await adapter.refresh?.(signal)
        problem = undefined
        return change ?? 'unchanged'
      } catch (error) {
        problem = error instanceof Error ? error.message : String(error)
        return 'failed'
      }
    },
    async lookUp(key) {
      if (adapter.kind === 'fetching') return adapter.lookUp(key, AbortSignal.timeout(20_000))
      const answers = adapter.answers()
      if (answers === undefined) throw new Error('there are no answers')
      return createAnswersReader(answers, () => 0)(key)
    },
    [Symbol.asyncDispose]: async () => adapter[Symbol.asyncDispose](),
  }
}
