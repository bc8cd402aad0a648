/** Wires event definitions: what they search, when they run, and where their events are stored. */
import type { FastifyInstance } from 'fastify'
import { followArrivalDefinitions } from '../events/arrivals/arrival-definitions.ts'
import { type Arrivals, createArrivals } from '../events/arrivals/arrivals.ts'
import { createBackTest, type RunBackTest } from '../events/back-test/back-test.ts'
import { backTestRoutes } from '../events/back-test/back-test-routes.ts'
import { definitionRoutes } from '../events/definitions/definition-routes.ts'
import { createEventDefinitions, type EventDefinitions } from '../events/definitions/definition-service.ts'
import { createDefinitionSql } from '../events/definitions/definition-sql.ts'
import type { StoredDefinition } from '../events/definitions/definition-store.ts'
import { createDefinitionTriggers, type DefinitionTriggers } from '../events/definitions/definition-triggers.ts'
import { createEvaluate, isMessageStream } from '../events/evaluation/evaluate.ts'
import { evaluationJob } from '../events/evaluation/evaluation-job.ts'
import { createExecuteDefinition } from '../events/evaluation/execute-definition.ts'
import { type OwnerSelectionDeps, requireOwner, selectionFor } from '../events/evaluation/owner-selection.ts'
import { processorStateCollection } from '../events/evaluation/processor-state.ts'
import type { EventFollower } from '../events/event-follower.ts'
import { createEventProcessors, type EventProcessors } from '../events/event-processors.ts'
import { createEventsSettings } from '../events/events-config.ts'
import { createEventFields } from '../events/fields/event-fields.ts'
import { createExplainEvent } from '../events/figures/explain-event.ts'
import { createFiguresOfAlert } from '../events/figures/figures-of-alert.ts'
import { allProcessors } from '../events/processors/all-processors.ts'
import { runRoutes } from '../events/runs/run-routes.ts'
import { createRunStore } from '../events/runs/run-store.ts'
import { createEventReplay, type ReplayEvent } from '../events/search/event-replay.ts'
import { createEventSearch } from '../events/search/event-search.ts'
import { eventSearchRoutes } from '../events/search/event-search-routes.ts'
import { createEventStore } from '../events/stored/event-store.ts'
import { createWithoutKnown } from '../events/stored/known-events.ts'
import type { Caller } from '../http/caller.ts'
import { callerLookups } from '../lookup/caller-lookups.ts'
import type { Write } from '../platform/settings/settings-store.ts'
import type { Jobs } from '../scheduler/jobs.ts'
import type { Foundation } from './area.ts'
import type { Ingest } from './ingest.ts'
import { loggingAs } from './logging-as.ts'
import type { ProcessingFlow } from './processing.ts'
import type { SearchFlow } from './search.ts'

export type EventDefinitionFlow = Awaited<ReturnType<typeof createEventDefinitionFlow>>

export interface EventDefinitionDeps extends Foundation {
  readonly ingest: Ingest
  readonly processing: ProcessingFlow
  readonly search: SearchFlow
  readonly jobs: Jobs
  /** What else follows from events, and what it stores for a definition. */
  readonly followers: readonly EventFollower[]
  readonly deletedWith: (definitionId: string) => readonly Write[]
}

export async function createEventDefinitionFlow(deps: EventDefinitionDeps) {
  const { settings, clock, ids, jobs, search, processing } = deps
  await using starting = new AsyncDisposableStack()
  const messageStreams = async () => (await deps.ingest.streams.list()).map(({ id }) => id).filter(isMessageStream)
  const processors = createEventProcessors(allProcessors({ measures: search.measures, messageStreams }))
  const eventsSettings = createEventsSettings(deps)
  const store = starting.use(
    createEventStore({
      ...loggingAs('events', deps),
      fields: processing.fields.messages,
      whileRunning: processing.whileRunning,
      targets: deps.ingest.indexSets.targets,
      indexSetOf: async (streamId) => (await deps.ingest.streams.get(streamId)).index_set_id,
    }),
  )
  const states = settings.collection(processorStateCollection)
  const recorded = createRunStore(deps)
  const triggers = createDefinitionTriggers({ jobs, processors, clock })
  const definitions = starting.use(
    await createEventDefinitions({
      ...deps,
      processors,
      triggers,
      deletedWith: async (id) => [states.deleting(id), ...(await recorded.deleting(id)), ...deps.deletedWith(id)],
    }),
  )
  const owners = ownerSelection(deps)
  const eventSearch = eventSearchOf(deps)
  const evaluate = createEvaluate({
    ...deps,
    ...owners,
    fields: createEventFields(),
    store,
    withoutKnown: createWithoutKnown(deps),
  })
  const { accounts } = deps.identity
  const { find } = definitions
  const runs = { accounts, find, processors, evaluate, storedUntilMs: processing.storedUntilMs, clock }
  const arrivals = starting.use(createArrivals({ clock, hasten: jobs.hasten }))
  jobs.register(evaluationJob({ ...runs, settings: eventsSettings, runs: recorded, store: settings, arrivals }))
  const execute = createExecuteDefinition({ ...runs, settings, config: eventsSettings, ids })
  const ofUser = (caller: Caller, signal: AbortSignal) => selectionFor(owners, caller, signal)
  const ownerOf = ({ owner_id }: StoredDefinition) => requireOwner(owners, owner_id)
  const opened = starting.use(new DisposableStack())
  const running = starting.move()
  return {
    definitions,
    settings: eventsSettings,
    store,
    /** The event with this id, if the caller may see it. */
    findEvent: eventSearch.find,
    /** Selects messages in the name of a user. */
    selectionFor: ofUser,
    /** The figure of an alert around the time it opened. */
    figuresOf: createFiguresOfAlert({ processors, selectionFor: ofUser, measures: search.measures, clock }),
    ownerOf,
    explainEvent: createExplainEvent({ ...search, find, processors, ownerOf }),
    routes(api: FastifyInstance) {
      definitionRoutes(api, { definitions, processors, execute, sqlOf: sqlOf(deps, processors) })
      runRoutes(api, { definitions, processors, runs: recorded })
      backTestRoutes(api, { runBackTest: backTestOf(deps, owners, definitions) })
      eventSearchRoutes(api, {
        search: eventSearch,
        replay: replayOf(deps, definitions, processors),
        indices: deps.ingest.indices,
        findDefinition: definitions.find,
        streams: deps.ingest.streams,
      })
    },
    /** Begins to store events, and to wait for messages. */
    open() {
      store.open()
      opened.use(followArrivals(deps, { definitions, triggers, arrivals }))
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

const eventSearchOf = ({ search, processing, config, clock }: EventDefinitionDeps) =>
  createEventSearch({
    ...search,
    schema: processing.fields.schema,
    allowLeadingWildcard: config.LOGYARD_LEADING_WILDCARDS,
    clock,
  })

interface ArrivalParts {
  readonly definitions: EventDefinitions
  readonly triggers: DefinitionTriggers
  readonly arrivals: Arrivals
}

const followArrivals = (deps: EventDefinitionDeps, { definitions, ...parts }: ArrivalParts): Disposable =>
  followArrivalDefinitions({
    ...loggingAs('events', deps),
    ...parts,
    list: definitions.kind.list,
    filters: deps.processing.filters,
  })

const replayOf = (
  { lookups }: EventDefinitionDeps,
  { find }: EventDefinitions,
  processors: EventProcessors,
): ReplayEvent => createEventReplay({ find, processors, lookUpFor: (caller) => callerLookups(lookups, caller).values })

const sqlOf = ({ lookups, processing, search, clock }: EventDefinitionDeps, processors: EventProcessors) =>
  createDefinitionSql({
    processors,
    schema: processing.fields.schema,
    grokPatterns: search.grokPatterns,
    lookUpFor: (caller) => callerLookups(lookups, caller).values,
    clock,
  })

const backTestOf = (
  { search, clock, lookups }: EventDefinitionDeps,
  owners: OwnerSelectionDeps,
  { readForTest }: EventDefinitions,
): RunBackTest =>
  createBackTest({
    readForTest,
    selectionFor: (caller, signal) => selectionFor(owners, caller, signal),
    measures: search.measures,
    tablesFor: (caller) => callerLookups(lookups, caller).table,
    clock,
  })

const ownerSelection = (deps: EventDefinitionDeps): OwnerSelectionDeps => ({
  accounts: deps.identity.accounts,
  access: deps.search.access,
  lookupsFor: (caller) => callerLookups(deps.lookups, caller),
})
