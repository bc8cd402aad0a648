/** Runs a definition over a range because somebody asked for it. */
import type { ExecuteParameters } from '@logyard/contract/events/event-definitions'
import type { Caller } from '../../http/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import { createFairQueue } from '../../platform/fair-queue/fair-queue.ts'
import type { Ids } from '../../platform/ids.ts'
import type { SettingsStore } from '../../platform/settings/settings-store.ts'
import { resolveRange } from '../../search/ranges/resolve-range.ts'
import type { StoredDefinition } from '../definitions/definition-store.ts'
import type { EventProcessors } from '../event-processors.ts'
import type { EventsSettings } from '../events-config.ts'
import type { Evaluate } from './evaluate.ts'
import type { Select } from './owner-selection.ts'

export type ExecuteDefinition = (
  caller: Caller,
  definition: StoredDefinition,
  parameters: ExecuteParameters,
  signal: AbortSignal,
) => Promise<void>

const parametersUnknown = (type: string) =>
  new LogyardError('invalid', 'event-parameters-unknown', `Unknown parameters type <${type.slice(0, 100)}>`)
const messagesUnstored = () =>
  new LogyardError(
    'failed',
    'event-messages-unstored',
    "The definition couldn't be executed because required messages haven't been indexed, yet.",
  )

/** Parts of one call; a longer run is left to the schedule. */
const MAX_PARTS = 1000
/** Calls that run at once; others wait. Each may make many events. */
const EXECUTIONS_AT_ONCE = 2
const MAX_WAITING_EXECUTIONS = 20
const MAX_WAITING_OF_USER = 3
const DEFAULT_RANGE = { type: 'relative', range: 3600 } as const
const UNKNOWN_JOB = { definitionId: '<unknown>', triggerId: '<unknown>' }

export function createExecuteDefinition(deps: {
  readonly settings: SettingsStore
  readonly processors: EventProcessors
  readonly config: EventsSettings
  readonly evaluate: Evaluate
  readonly storedUntilMs: () => number
  readonly clock: Clock
  readonly ids: Ids
}): ExecuteDefinition {
  const queue = createFairQueue({
    clock: deps.clock,
    places: EXECUTIONS_AT_ONCE,
    waiting: MAX_WAITING_EXECUTIONS,
    placesOfOwner: 1,
    waitingOfOwner: MAX_WAITING_OF_USER,
  })
  return async (caller, definition, parameters, signal) => {
    const processor = deps.processors.find(definition.config)
    if (processor === undefined || parameters.type !== definition.config.type) throw parametersUnknown(parameters.type)
    using _place = await queue.acquire({ owner: caller.userId, signal })
    const range = resolveRange(parameters.timerange ?? DEFAULT_RANGE, deps.clock.now().getTime())
    if (deps.storedUntilMs() < Math.min(range.toMs, deps.clock.now().getTime())) throw messagesUnstored()
    const streams = parameters.streams ?? []
    const prefix = `executed ${deps.ids.uuid()}`
    let cursor: unknown
    for (let part = 0; part < MAX_PARTS; part += 1) {
      const { writes, cursor: next } = await deps.evaluate({
        definition,
        processor,
        caller,
        range,
        cursor,
        config: await deps.config.read(),
        prefix,
        ...(streams.length === 0 ? {} : { narrow: onlyStreams(streams) }),
        job: UNKNOWN_JOB,
        signal,
      })
      await deps.settings.commit(writes)
      if (next === undefined) return
      cursor = next
    }
  }
}

/** The caller's choice of streams replaces that of the definition, and is checked as such. */
const onlyStreams =
  (streams: readonly string[]) =>
  (select: Select): Select =>
  (messages, range) =>
    select({ ...messages, streams }, range)
