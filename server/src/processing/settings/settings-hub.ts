/**
 * Collects the settings of processing from the areas that own them. After any change all sections are read again, in
 * the order below, so the order in which areas notify their listeners does not matter.
 */
import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import type { ExtractorSettings } from '../../extractors/published-extractors.ts'
import type { Journal } from '../../ingest/journal/journal.ts'
import type { SharedDatabase } from '../../lookup/maxmind/shared-database.ts'
import type { ThreatIntelSources } from '../../lookup/threat-intelligence/threat-intel-settings.ts'
import type { RuleStream } from '../../pipelines/evaluation/rule-run.ts'
import type { PipelineSettings } from '../../pipelines/published-pipelines.ts'
import type { HeldTargets, WriteTargets } from '../../store/index-sets/write-targets.ts'
import type { StoredFieldColumn } from '../../store/messages/field-column-table.ts'
import type { RoutingStream } from '../../streams/stream-routing.ts'
import type { MessageFilter } from '../filters/message-filter.ts'
import {
  changedSections,
  type OutputGroup,
  type ProcessingSettings,
  type TargetSettings,
  withUnchanged,
} from './processing-settings.ts'

export type SettingsHub = ReturnType<typeof createSettingsHub>

/** Resolves once everything that was processed with earlier settings is stored. */
export type ApplySettings = (settings: ProcessingSettings) => Promise<void>

type OnChange = (listener: () => void) => Disposable

export interface SettingsHubDeps {
  readonly inputs: {
    readonly staticFields: () => ReadonlyMap<string, Readonly<Record<string, string>>>
    readonly runningTitles: () => ReadonlyMap<string, string>
    readonly onChange: OnChange
  }
  readonly extractors: { readonly settings: () => ExtractorSettings; readonly onChange: OnChange }
  readonly grok: { readonly definitions: () => ReadonlyMap<string, string>; readonly onChange: OnChange }
  readonly streams: {
    readonly routing: () => readonly RoutingStream[]
    readonly names: () => readonly RuleStream[]
    readonly onChange: OnChange
  }
  readonly pipelines: { readonly settings: () => PipelineSettings; readonly onChange: OnChange }
  readonly threatIntel: { readonly current: () => ThreatIntelSources; readonly onChange: OnChange }
  readonly fieldColumns: { readonly writable: () => readonly StoredFieldColumn[]; readonly onChange: OnChange }
  readonly geoIp: { readonly database: () => SharedDatabase | undefined; readonly onChange: OnChange }
  readonly filters: { readonly settings: () => readonly MessageFilter[]; readonly onChange: OnChange }
  /** The class names of the enabled processors, in their order. */
  readonly processors: { readonly enabled: () => readonly string[]; readonly onChange: OnChange }
  readonly targets: Pick<WriteTargets, 'hold' | 'holdAll' | 'onChange'>
  readonly outputs: {
    readonly groupsOf: (streams: readonly RoutingStream[]) => readonly OutputGroup[]
    readonly onChange: OnChange
  }
  readonly journal: Pick<Journal, 'noted' | 'replayEndOffset' | 'committedOffset'>
  /** The name of this host. */
  readonly forwarder: string
}

export function createSettingsHub(deps: SettingsHubDeps) {
  const { extractors, grok, inputs, streams, pipelines, threatIntel, geoIp, fieldColumns, processors, targets } = deps
  const { filters, outputs, journal } = deps
  holdAllForReplay(deps)
  const followers = new Set<ApplySettings>()
  let held = targets.hold()
  let current = readSections(deps, held)

  function update(): void {
    const before = held
    const latest = targets.hold()
    const isOtherTargets = latest.targets !== before.targets
    if (isOtherTargets) held = latest
    else latest[Symbol.dispose]()
    const next = withUnchanged(current, readSections(deps, held))
    const hasChanged = changedSections(current, next) !== undefined
    current = next
    const applied = Promise.all(hasChanged ? Array.from(followers, (apply) => apply(next)) : [])
    // Rejects when processing stops. Only the release of an index waits for it.
    applied.catch(() => undefined)
    if (isOtherTargets) void releaseOnceStored(before, applied, journal)
  }

  const listening = new DisposableStack()
  const areas = [
    extractors,
    grok,
    inputs,
    streams,
    pipelines,
    threatIntel,
    geoIp,
    fieldColumns,
    filters,
    processors,
    targets,
    outputs,
  ]
  for (const area of areas) listening.use(area.onChange(update))
  return {
    current: () => current,
    follow(apply: ApplySettings) {
      followers.add(apply)
      return { [Symbol.dispose]: () => void followers.delete(apply) }
    },
    [Symbol.dispose]: () => listening.dispose(),
  }
}

function readSections(deps: SettingsHubDeps, held: HeldTargets): ProcessingSettings {
  const staticFields = Object.fromEntries(deps.inputs.staticFields())
  const all = deps.streams.routing()
  const routing = all
    .filter(({ id }) => id !== DEFAULT_STREAM_ID)
    .map(({ id, matchingType, removeMatchesFromDefault, rules }) => {
      return { id, matchingType, removeMatchesFromDefault, rules }
    })
  return {
    processors: deps.processors.enabled(),
    extractors: deps.extractors.settings(),
    grokPatterns: deps.grok.definitions(),
    staticFields,
    routing,
    targets: targetsOf(all, held),
    outputs: { groups: deps.outputs.groupsOf(all), forwarder: deps.forwarder },
    pipelines: deps.pipelines.settings(),
    ruleStreams: deps.streams.names(),
    inputTitles: deps.inputs.runningTitles(),
    threatIntel: deps.threatIntel.current(),
    geoIp: { database: deps.geoIp.database() },
    fieldColumns: deps.fieldColumns.writable(),
    filters: deps.filters.settings(),
  }
}

function targetsOf(streams: readonly RoutingStream[], held: HeldTargets): TargetSettings {
  const indexSetByStream = new Map(streams.map(({ id, indexSetId }) => [id, indexSetId]))
  const defaultIndexSetId = indexSetByStream.get(DEFAULT_STREAM_ID)
  if (defaultIndexSetId === undefined) throw new Error('there is no default stream')
  indexSetByStream.delete(DEFAULT_STREAM_ID)
  return {
    defaultIndexSetId,
    indexSetByStream: Object.fromEntries(indexSetByStream),
    indexTargets: Object.fromEntries(held.targets),
    analyzers: Object.fromEntries(held.analyzers),
  }
}

/**
 * An index stays open until the last message that was routed to it is stored, and until the journal has noted on disk
 * that no later start of the server will process that message again.
 */
async function releaseOnceStored(
  before: Disposable,
  applied: Promise<unknown>,
  journal: SettingsHubDeps['journal'],
): Promise<void> {
  using _released = before
  // If processing stops, nothing is written to the index any more.
  await applied.then(() => journal.noted(journal.committedOffset)).catch(() => undefined)
}

/**
 * Messages that the previous run of the server may have stored are looked up before they are stored again. They cannot
 * be found in a closed index, so no index is closed until all of them are stored.
 */
function holdAllForReplay({ targets, journal }: SettingsHubDeps): void {
  const holding = targets.holdAll()
  const release = () => holding[Symbol.dispose]()
  journal.noted(journal.replayEndOffset).then(release, () => undefined)
}
