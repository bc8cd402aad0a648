/** The names that templates of notifications know. */
import type { MessageId } from '../../base/text/catalogues.ts'

interface KnownName {
  readonly name: string
  readonly help: MessageId
}

const PREFIX = 'eventNotifications.name'

export const DEFINITION_NAMES: readonly KnownName[] = [
  { name: 'event_definition_title', help: `${PREFIX}.definitionTitle` },
  { name: 'event_definition_description', help: `${PREFIX}.definitionDescription` },
  { name: 'event_definition_id', help: `${PREFIX}.definitionId` },
  { name: 'event_definition_type', help: `${PREFIX}.definitionType` },
  { name: 'remediation_steps', help: `${PREFIX}.remediationSteps` },
  { name: 'explanation', help: `${PREFIX}.explanation` },
  { name: 'event_url', help: `${PREFIX}.eventUrl` },
  { name: 'recovered', help: `${PREFIX}.recovered` },
  { name: 'backlog', help: `${PREFIX}.backlog` },
  { name: 'job_definition_id', help: `${PREFIX}.jobDefinitionId` },
  { name: 'job_trigger_id', help: `${PREFIX}.jobTriggerId` },
]

export const EVENT_NAMES: readonly KnownName[] = [
  { name: 'event.message', help: `${PREFIX}.event.message` },
  { name: 'event.timestamp', help: `${PREFIX}.event.timestamp` },
  { name: 'event.priority', help: `${PREFIX}.event.priority` },
  { name: 'event.key', help: `${PREFIX}.event.key` },
  { name: 'event.key_tuple', help: `${PREFIX}.event.keyTuple` },
  { name: 'event.fields', help: `${PREFIX}.event.fields` },
  { name: 'event.source', help: `${PREFIX}.event.source` },
  { name: 'event.source_streams', help: `${PREFIX}.event.sourceStreams` },
  { name: 'event.alert', help: `${PREFIX}.event.alert` },
  { name: 'event.timestamp_processing', help: `${PREFIX}.event.timestampProcessing` },
  { name: 'event.timerange_start', help: `${PREFIX}.event.timerangeStart` },
  { name: 'event.timerange_end', help: `${PREFIX}.event.timerangeEnd` },
  { name: 'event.origin_context', help: `${PREFIX}.event.originContext` },
  { name: 'event.streams', help: `${PREFIX}.event.streams` },
  { name: 'event.id', help: `${PREFIX}.event.id` },
  { name: 'event.event_definition_id', help: `${PREFIX}.definitionId` },
  { name: 'event.event_definition_type', help: `${PREFIX}.definitionType` },
]

/** The parts of a message of the backlog. */
export const MESSAGE_NAMES = ['message', 'timestamp', 'source', 'fields', 'stream_ids', 'index', 'id'] as const
