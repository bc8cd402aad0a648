/** A node of a cluster, as far as it evaluates event definitions: the real engine, settings store, scheduler and jobs. */
import { createClusterConfig } from '../../cluster-config/cluster-config.ts'
import { createAccounts } from '../../identity/accounts/accounts.ts'
import type { Clock } from '../../platform/clock.ts'
import { systemClock } from '../../platform/clock.ts'
import { createIds } from '../../platform/ids.ts'
import { createLog } from '../../platform/log.ts'
import type { SettingsStore } from '../../platform/settings/settings-store.ts'
import { createJobs, type Jobs } from '../../scheduler/jobs.ts'
import { createMeasures } from '../../search/measures/create-measures.ts'
import { createSearchEngine } from '../../search/statements/search-engine.ts'
import { schemaOf } from '../../search/testing/message-table.ts'
import type { Engine } from '../../store/engine/engine.ts'
import { createStreamAccess } from '../../streams/stream-access.ts'
import { createArrivals } from '../arrivals/arrivals.ts'
import { definitionCollection } from '../definitions/definition-store.ts'
import { createDefinitionTriggers, type DefinitionTriggers } from '../definitions/definition-triggers.ts'
import { createEvaluate } from '../evaluation/evaluate.ts'
import { evaluationJob } from '../evaluation/evaluation-job.ts'
import { createEventProcessors } from '../event-processors.ts'
import { createEventsSettings } from '../events-config.ts'
import { createEventFields } from '../fields/event-fields.ts'
import { allProcessors } from '../processors/all-processors.ts'
import { createRunStore } from '../runs/run-store.ts'
import { createEventStore } from '../stored/event-store.ts'
import { createWithoutKnown } from '../stored/known-events.ts'

export const EVENTS_INDEX = 'gl-events_0'
const ROOT = { username: 'admin', email: '', timezone: 'UTC', isEnabled: true }

export interface NodeParts {
  readonly nodeId: string
  readonly settings: SettingsStore
  readonly engine: Engine
  readonly clock: Clock
  /** The streams that exist. */
  readonly streams: readonly string[]
  readonly leaseMs?: number
  /** Whether all fields are there when it starts: they are read once. */
  readonly hasAllFields?: boolean
  /** Everything received up to this instant is stored. Always everything by default. */
  readonly storedUntilMs?: () => number
}

export interface EvaluatingNode extends AsyncDisposable {
  readonly jobs: Jobs
  readonly triggers: DefinitionTriggers
  /** How often definitions were evaluated: without runs that found that they were not due. */
  evaluations(): number
  open(): Promise<void>
}

export function createEvaluatingNode(parts: NodeParts): EvaluatingNode {
  const { settings, engine, clock, streams } = parts
  const log = createLog('error')
  const ids = createIds(() => clock.now())
  const stack = new AsyncDisposableStack()
  const counters = { counter: () => ({ increment: () => undefined }), gauge: () => undefined }
  const schema = parts.hasAllFields === true ? memorised(() => schemaOf(engine)) : () => schemaOf(engine)
  const measures = createMeasures({
    engine: createSearchEngine({ engine, clock: systemClock }),
    schema,
    grokPatterns: () => new Map(),
    allowLeadingWildcard: false,
    clock,
  })
  const processors = createEventProcessors(allProcessors({ measures, messageStreams: async () => streams }))
  const accounts = stack.use(createAccounts({ settings, root: ROOT }))
  const store = stack.use(
    createEventStore({
      settings,
      engine,
      fields: { note: async () => [] },
      whileRunning: (work) => work(),
      targets: {
        hold: () => ({
          targets: new Map([['events', EVENTS_INDEX]]),
          analyzers: new Map(),
          [Symbol.dispose]: () => undefined,
        }),
      },
      indexSetOf: async () => 'events',
      clock,
      ids,
      log,
      nodeId: parts.nodeId,
    }),
  )
  const jobs = stack.use(
    createJobs({
      ...parts,
      ids,
      log,
      metrics: counters,
      scheduler: { add: () => ({ [Symbol.asyncDispose]: async () => undefined }) },
    }),
  )
  const definitions = settings.collection(definitionCollection)
  const evaluate = createEvaluate({
    settings,
    accounts,
    access: createStreamAccess({ list: async () => streams.map((id) => ({ id })) }),
    lookupsFor: () => ({ value: async () => undefined, values: async () => [], table: () => undefined }),
    fields: createEventFields(),
    store,
    withoutKnown: createWithoutKnown({ settings, engine }),
    followers: [],
    clock,
  })
  let evaluations = 0
  jobs.register(
    evaluationJob({
      accounts,
      find: (id) => definitions.find(id),
      processors,
      settings: createEventsSettings({ clusterConfig: createClusterConfig({ settings }) }),
      evaluate(part) {
        evaluations += 1
        return evaluate(part)
      },
      runs: createRunStore({ settings, ids }),
      store: settings,
      arrivals: createArrivals({ clock, hasten: jobs.hasten }),
      storedUntilMs: parts.storedUntilMs ?? (() => Number.POSITIVE_INFINITY),
      clock,
    }),
  )
  return {
    jobs,
    triggers: createDefinitionTriggers({ jobs, processors, clock }),
    evaluations: () => evaluations,
    async open() {
      store.open()
      await jobs.open()
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

function memorised<T>(read: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | undefined
  return () => {
    known ??= read()
    return known
  }
}

/** Only `set` moves the wall clock: durations and timers, and so leases, follow the clock of the machine. */
export function wallClock(clock: Clock, startMs: number) {
  let nowMs = startMs
  return {
    ...clock,
    now: () => new Date(nowMs),
    set(ms: number) {
      nowMs = ms
    },
  }
}
