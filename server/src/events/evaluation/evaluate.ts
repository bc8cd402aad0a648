/** One part of the evaluation of a definition: what its processor finds, and the writes that follow from it. */

import type { EvaluationConfig, EventsConfig } from '@logyard/contract/events/events-config'
import { EVENTS_STREAM_ID, SYSTEM_EVENTS_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import type { Caller } from '../../http/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { SettingsStore, Write } from '../../platform/settings/settings-store.ts'
import { definitionAnswer, type StoredDefinition } from '../definitions/definition-store.ts'
import { type EvaluatedRanges, isRepeated, messagesAhead } from '../definitions/evaluated-ranges.ts'
import type { EventFollower } from '../event-follower.ts'
import type { EventRange, FoundEvent } from '../event-processor.ts'
import type { AnyEventProcessor } from '../event-processors.ts'
import type { EventFields } from '../fields/event-fields.ts'
import type { RecordedRun } from '../runs/run-store.ts'
import type { EventStore } from '../stored/event-store.ts'
import type { WithoutKnown } from '../stored/known-events.ts'
import { buildEvents } from './build-events.ts'
import { type OwnerSelectionDeps, type Select, selectionFor } from './owner-selection.ts'
import { processorStateCollection } from './processor-state.ts'

export interface EvaluateDeps extends OwnerSelectionDeps {
  readonly settings: SettingsStore
  readonly fields: EventFields
  readonly store: Pick<EventStore, 'storing'>
  readonly withoutKnown: WithoutKnown
  readonly followers: readonly EventFollower[]
  readonly clock: Clock
}

export interface EvaluationPart {
  readonly definition: StoredDefinition
  readonly processor: AnyEventProcessor
  /** Caller in whose name messages are read. */
  readonly caller: Caller
  readonly range: EventRange
  readonly cursor: unknown
  readonly config: EventsConfig & EvaluationConfig
  /** Distinguishes events of a run that somebody asked for from those of the schedule. */
  readonly prefix?: string
  /** What the schedule evaluated before. Events that are there are not found again. */
  readonly ranges?: EvaluatedRanges | undefined
  /** A run before the schedule comes to the range, for at most so many events. */
  readonly early?: { readonly limit: number | undefined }
  /** Further limits of what is read. */
  readonly narrow?: (select: Select) => Select
  readonly job: { readonly definitionId: string; readonly triggerId: string }
  readonly signal: AbortSignal
}

export interface EvaluatedPart {
  /** Writes for one commit. */
  readonly writes: readonly Write[]
  /** Present if the range has more. */
  readonly cursor: unknown
  readonly found: Pick<RecordedRun, 'events' | 'figure' | 'comparison'>
}

export type Evaluate = (part: EvaluationPart) => Promise<EvaluatedPart>

const MS_PER_SECOND = 1000
/** A part of a run ends after this share of the time limit, so that on a busy machine each part makes progress. */
const PART_OF_TIMEOUT = 1 / 4

const searchTooSlow = (ms: number) =>
  new LogyardError('unavailable', 'event-search-too-slow', `The search took longer than ${ms / MS_PER_SECOND} seconds.`)

export function createEvaluate(deps: EvaluateDeps): Evaluate {
  const states = deps.settings.collection(processorStateCollection)

  async function find(part: EvaluationPart, nowMs: number, signal: AbortSignal) {
    const { definition, processor, caller, range, cursor, config } = part
    const startedMs = deps.clock.monotonicMs()
    const select = selectionFor(deps, caller, signal)
    // A run by hand, over any time, neither uses nor changes what the schedule remembers.
    const state = part.prefix === undefined ? (await states.find(definition.id))?.state : undefined
    return processor.evaluate({
      definition,
      config: definition.config,
      range,
      select: part.narrow?.(select) ?? select,
      options: {
        signal,
        turnOf: `events of ${caller.userId}`,
        seconds: Math.ceil(config.events_search_timeout / MS_PER_SECOND),
      },
      findTable: deps.lookupsFor(caller).table,
      cursor,
      state,
      limit: part.early?.limit,
      evaluatedToMs: part.ranges === undefined ? undefined : Date.parse(part.ranges.evaluated_to),
      ahead: messagesAhead(part.ranges, nowMs),
      nowMs,
      hasTime: () => deps.clock.monotonicMs() - startedMs < config.events_search_timeout * PART_OF_TIMEOUT,
    })
  }

  return async (part) => {
    const { definition, range, prefix } = part
    const nowMs = deps.clock.now().getTime()
    const timeoutMs = part.config.events_search_timeout
    const limit = AbortSignal.timeout(timeoutMs)
    const signal = AbortSignal.any([part.signal, limit])
    const inTime = <T>(work: Promise<T>): Promise<T> =>
      work.catch((error: unknown) => {
        throw limit.aborted && !part.signal.aborted ? searchTooSlow(timeoutMs) : error
      })
    const { events: found, cursor, state, stillMet = [], figure, comparison } = await inTime(find(part, nowMs, signal))
    const lookUp = deps.lookupsFor(part.caller).value
    const named = found.map((event) => withPrefix(event, prefix))
    const built = await inTime(buildEvents(definition, named, { fields: deps.fields, lookUp, nowMs, signal }))
    const mayBeKnown = part.early !== undefined || isRepeated(part.ranges, range)
    const events = mayBeKnown ? await inTime(deps.withoutKnown(built, signal)) : built
    const batch = {
      definition: definitionAnswer(definition),
      events,
      range,
      isEnd: cursor === undefined && part.early === undefined,
      stillMet,
      nowMs,
      jobDefinitionId: part.job.definitionId,
      jobTriggerId: part.job.triggerId,
    }
    const following: Write[] = []
    for (const follower of deps.followers) following.push(...(await follower.writesFor(batch)))
    return {
      writes: [
        ...deps.store.storing(events),
        ...following,
        ...(state === undefined || prefix !== undefined ? [] : [await putState(definition.id, state)]),
      ],
      cursor,
      found: { events: events.length, figure, comparison },
    }
  }

  async function putState(id: string, state: unknown): Promise<Write> {
    const stored = await states.findVersioned(id)
    return stored === undefined ? states.inserting({ id, state }) : states.replacing({ id, state }, stored.version)
  }
}

const withPrefix = (event: FoundEvent, prefix: string | undefined): FoundEvent =>
  prefix === undefined ? event : { ...event, occurrence: `${prefix} ${event.occurrence}` }

export const isMessageStream = (id: string): boolean => id !== EVENTS_STREAM_ID && id !== SYSTEM_EVENTS_STREAM_ID
