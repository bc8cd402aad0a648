/**
 * The seam between lookup tables and the sources of their values. A type of data adapter checks configurations and
 * starts adapters; the registry of live tables runs them, and keeps what went wrong as their error state.
 */
import type { TypeForm, TypeFormOf } from '@logyard/contract/configured/field'
import type { AdapterConfig, AdapterConfigs, AdapterType as TypeName } from '@logyard/contract/lookup/adapter-configs'
import type { Notifications } from '../../notices/notifications.ts'
import type { BoundedRuns } from '../../platform/bounded-runs/bounded-runs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { FairQueue } from '../../platform/fair-queue/fair-queue.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { UrlWhitelist } from '../../url-whitelist/url-whitelist.ts'
import type { LookupKey, LookupResult } from '../lookup-tables.ts'
import type { SharedAnswers } from '../shared-tables/shared-answers.ts'
import type { ThreatIntelSettings } from '../threat-intelligence/threat-intel-settings.ts'
import type { ValueTable } from '../values/value-table.ts'
import type { ValueTables } from '../values/value-tables.ts'
import type { AdapterFiles } from './adapter-files.ts'
import type { OutsideAddresses } from './outside-addresses.ts'

/** The errors of a configuration, by property. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>

export interface AdapterDeps {
  readonly clock: Clock
  readonly ids: Pick<Ids, 'bytes'>
  readonly log: Log
  /** The files that adapters may read. */
  readonly files: AdapterFiles
  readonly urlWhitelist: Pick<UrlWhitelist, 'isAllowed' | 'fetch'>
  readonly notifications: Pick<Notifications, 'raise'>
  readonly threatIntel: ThreatIntelSettings
  readonly outside: OutsideAddresses
  /** Builds tables of CSV files in threads of its own. */
  readonly builds: Pick<BoundedRuns, 'run'>
  /** Bounds how many lists are loaded at once. */
  readonly listLoads: FairQueue
  readonly valueTables: ValueTables
}

/** What one adapter gets when it starts. */
export interface AdapterStart extends AdapterDeps {
  readonly id: string
  readonly name: string
  /** How long its errors are cached. */
  readonly errorTtlMs: number
  /** Sets the error state, or clears it. What `refresh` throws sets it too, and its success clears it. */
  report(problem: string | undefined): void
  /** Its answers changed outside of `refresh`: for one key, or for all of them. */
  changed(key: string | undefined): void
  /** Has `refresh` run soon, for example after a setting that it depends on has changed. */
  refreshSoon(): void
}

interface Refreshing extends AsyncDisposable {
  readonly refreshEveryMs?: number
  /**
   * Called at the start, every `refreshEveryMs` after it has ended, and after `refreshSoon`; never twice at once. After
   * `changed` all caches lose the results of the adapter. If it throws, the adapter goes on with the data that it has.
   */
  refresh?(signal: AbortSignal): Promise<'changed' | 'unchanged'>
}

/** An adapter that fetches each value. It runs in the main thread only. */
export interface FetchingAdapter extends Refreshing {
  readonly kind: 'fetching'
  /** An exception becomes an error result, which is cached like one. */
  lookUp(key: LookupKey, signal: AbortSignal): Promise<LookupResult>
}

/** An adapter that has all values in memory, where all threads read them. */
export interface SharingAdapter extends Refreshing {
  readonly kind: 'sharing'
  /** Read after each refresh that changed something. Undefined as long as there are none. */
  answers(): SharedAnswers | undefined
  /** Only if users and rules can change the values. */
  readonly values?: WritableValues
}

export interface WritableValues {
  readonly table: ValueTable
  /** The life of values that rules store; undefined if it has no end. */
  readonly defaultLifeMs: number | undefined
}

export type RunningAdapter = FetchingAdapter | SharingAdapter

interface AdapterTypeSpec<Name extends TypeName> {
  readonly type: Name
  /** The class of the reference implementation; clients only read it. */
  readonly configClass: string
  readonly defaultConfig: AdapterConfigs[Name]
  readonly form: TypeFormOf<AdapterConfigs[Name]>
  /** Properties that are masked for callers who may not edit the adapter: texts, or maps of texts. */
  readonly secrets?: readonly (keyof AdapterConfigs[Name] & string)[]
  validate(config: AdapterConfigs[Name], deps: AdapterDeps): FieldErrors | Promise<FieldErrors>
  /** Neither waits nor throws for what is outside: `refresh` does. */
  start(config: AdapterConfigs[Name], start: AdapterStart): RunningAdapter
}

export interface AdapterType {
  readonly type: string
  readonly configClass: string
  readonly defaultConfig: AdapterConfig
  readonly form: TypeForm
  readonly secrets: readonly string[]
  validate(config: AdapterConfig, deps: AdapterDeps): Promise<FieldErrors>
  start(config: AdapterConfig, start: AdapterStart): RunningAdapter
}

/** Describes one type of data adapter. */
export function adapterType<Name extends TypeName>(spec: AdapterTypeSpec<Name>): AdapterType {
  const isOwn = (config: AdapterConfig): config is AdapterConfigs[Name] => config.type === spec.type
  const own = (config: AdapterConfig): AdapterConfigs[Name] => {
    if (isOwn(config)) return config
    throw new Error(`a configuration of type ${config.type} was given to ${spec.type}`)
  }
  return {
    type: spec.type,
    configClass: spec.configClass,
    defaultConfig: spec.defaultConfig,
    form: { ...spec.form, fields: [...spec.form.fields] },
    secrets: spec.secrets ?? [],
    validate: async (config, deps) => spec.validate(own(config), deps),
    start: (config, start) => spec.start(own(config), start),
  }
}
