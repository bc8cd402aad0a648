/** Makes events of what a processor found. */
import type { EventDefinition } from '@logyard/contract/events/event-definitions'
import { EVENTS_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import type { FollowedEvent } from '../event-follower.ts'
import type { FoundEvent } from '../event-processor.ts'
import type { EventFields, LookUpField } from '../fields/event-fields.ts'
import { eventIds } from '../stored/event-ids.ts'
import { type NewEvent, NODE_NAME } from '../stored/event-store.ts'
import { factsOf } from './event-facts.ts'

export type BuiltEvent = NewEvent & Pick<FollowedEvent, 'group' | 'facts'>

/** Characters of the fields of all events that are committed together, in the store and in the queues. */
const MAX_BATCH_LENGTH = 20_000_000
const LEAST_EVENT_LENGTH = 2000
const MAX_EVENT_LENGTH = 200_000

/** Each notification queues the event once more. */
function lengthOfEach({ notifications }: EventDefinition, events: number): number {
  const share = Math.floor(MAX_BATCH_LENGTH / (events * (1 + notifications.length)))
  return Math.min(Math.max(share, LEAST_EVENT_LENGTH), MAX_EVENT_LENGTH)
}

export async function buildEvents(
  definition: EventDefinition,
  found: readonly FoundEvent[],
  deps: {
    readonly fields: EventFields
    readonly lookUp: LookUpField
    readonly nowMs: number
    readonly signal: AbortSignal
  },
): Promise<readonly BuiltEvent[]> {
  const built: BuiltEvent[] = []
  const options = { ...deps, maxLength: lengthOfEach(definition, found.length) }
  for (const one of found) {
    const { fields, keyTuple, message } = await deps.fields.of(definition, one, options)
    const { ulid, uuid } = eventIds(definition.id, one.occurrence, one.timestampMs)
    built.push({
      uuid,
      group: one.group,
      facts: factsOf(definition.config, one, fields),
      event: {
        id: ulid,
        event_definition_type: definition.config.type,
        event_definition_id: definition.id,
        origin_context: one.originContext,
        timestamp: isoOf(one.timestampMs),
        timestamp_processing: isoOf(deps.nowMs),
        timerange_start: one.timerange === null ? null : isoOf(one.timerange.fromMs),
        timerange_end: one.timerange === null ? null : isoOf(one.timerange.toMs),
        streams: [EVENTS_STREAM_ID],
        source_streams: [...one.sourceStreams],
        message,
        source: NODE_NAME,
        key_tuple: [...keyTuple],
        key: keyTuple.join('|'),
        priority: definition.priority,
        alert: definition.alert,
        fields: { ...fields },
      },
    })
  }
  return built
}

const isoOf = (ms: number): string => new Date(ms).toISOString()
