/** Explains the window of an event: all messages of its streams and group, against the time before. */
import type { Explanation, ExplanationRequest } from '@logyard/contract/search/explanations'
import type { Caller } from '../../http/caller.ts'
import type { StreamAccess } from '../../streams/stream-access.ts'
import type { StoredDefinition } from '../definitions/definition-store.ts'
import type { EventProcessors } from '../event-processors.ts'
import { groupQuery } from './group-query.ts'

/** The time before that the window is compared with: several windows, at least an hour. */
const WINDOWS_BEFORE = 6
const LEAST_BEFORE_MS = 3_600_000

export interface ExplainedEvent {
  readonly definitionId: string
  /** The end of its window. */
  readonly atMs: number
  readonly group: readonly string[]
}

export interface EventExplanation {
  /** All that were read. */
  readonly streams: readonly string[]
  readonly explanation: Explanation
}

/** In the name of the definition's owner; undefined without a definition. */
export type ExplainEvent = (event: ExplainedEvent, signal: AbortSignal) => Promise<EventExplanation | undefined>

export function createExplainEvent(deps: {
  readonly find: (definitionId: string) => Promise<StoredDefinition | undefined>
  readonly processors: EventProcessors
  /** Rejects if the user does not exist any more. */
  readonly ownerOf: (definition: StoredDefinition) => Promise<Caller>
  readonly access: Pick<StreamAccess, 'choose'>
  readonly explain: (caller: Caller, request: ExplanationRequest, signal: AbortSignal) => Promise<Explanation>
}): ExplainEvent {
  return async ({ definitionId, atMs, group }, signal) => {
    const definition = await deps.find(definitionId)
    const processor = definition && deps.processors.find(definition.config)
    if (definition === undefined || processor === undefined) return undefined
    const { config } = definition
    const caller = await deps.ownerOf(definition)
    const { ids } = await deps.access.choose(caller, processor.streamsOf(config))
    const { windowMs } = processor.timing(config)
    const fromMs = atMs - windowMs
    const beforeMs = fromMs - Math.max(LEAST_BEFORE_MS, WINDOWS_BEFORE * windowMs)
    const request: ExplanationRequest = {
      query: groupQuery('', 'group_by' in config ? config.group_by : [], group),
      streams: [...ids],
      timerange: absolute(beforeMs, atMs),
      inside: { timerange: absolute(fromMs, atMs) },
    }
    return { streams: ids, explanation: await deps.explain(caller, request, signal) }
  }
}

const absolute = (fromMs: number, toMs: number) =>
  ({ type: 'absolute', from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() }) as const
