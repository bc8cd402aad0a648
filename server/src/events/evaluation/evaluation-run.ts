/** What the runs of a definition have in common: those of its schedule, and those between. */
import type { EvaluationConfig, EventsConfig } from '@logyard/contract/events/events-config'
import type { Clock } from '../../platform/clock.ts'
import type { SettingsStore, Write } from '../../platform/settings/settings-store.ts'
import type { JobOutcome } from '../../scheduler/job-type.ts'
import type { Arrivals } from '../arrivals/arrivals.ts'
import type { StoredDefinition } from '../definitions/definition-store.ts'
import { evaluationData } from '../definitions/definition-triggers.ts'
import { type EvaluatedRanges, setBackProblem } from '../definitions/evaluated-ranges.ts'
import type { EventRange } from '../event-processor.ts'
import type { AnyEventProcessor, EventProcessors } from '../event-processors.ts'
import type { EventsSettings } from '../events-config.ts'
import type { RecordedRun, RunStore } from '../runs/run-store.ts'
import type { Evaluate } from './evaluate.ts'
import type { OwnerSelectionDeps } from './owner-selection.ts'

export interface EvaluationJobDeps extends Pick<OwnerSelectionDeps, 'accounts'> {
  readonly find: (definitionId: string) => Promise<StoredDefinition | undefined>
  readonly processors: EventProcessors
  readonly settings: EventsSettings
  readonly evaluate: Evaluate
  readonly runs: Pick<RunStore, 'recording'>
  readonly store: Pick<SettingsStore, 'commit'>
  readonly arrivals: Pick<Arrivals, 'take' | 'done' | 'putOff' | 'covered' | 'resume'>
  /** Everything received up to this instant is stored. */
  readonly storedUntilMs: () => number
  readonly clock: Clock
}

/** How far the schedule has come. */
export interface RunPosition {
  readonly range: EventRange
  readonly cursor: unknown
  readonly ranges: EvaluatedRanges | undefined
  readonly hasRun: boolean
  /** Events of messages that arrived since the last run of the schedule. */
  readonly foundEarly: number
}

export interface EvaluationRun extends RunPosition {
  readonly definition: StoredDefinition
  readonly processor: AnyEventProcessor
  readonly config: EventsConfig & EvaluationConfig
  readonly nowMs: number
  /** The writes that record the run. */
  readonly recorded: (run: Omit<RecordedRun, 'at' | 'took_ms' | 'from' | 'to'>) => Promise<readonly Write[]>
}

export const NOTHING_FOUND = { events: 0, figure: undefined, comparison: undefined }

/** Until a run that failed is repeated. */
export const FAILURE_RETRY_MS = 5000

/** The outcome of a run that changes nothing but when the next one begins. */
export function putOff({ range, ...state }: RunPosition, atMs: number): Extract<JobOutcome, { kind: 'done' }> {
  const next = { at: new Date(atMs), data: evaluationData(range, state), problem: setBackProblem(state.ranges) }
  return { kind: 'done', next }
}
