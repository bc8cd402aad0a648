/** What a notification says: the model of its templates. */

import type {
  MessageSummary,
  NotificationModel,
  TemplateModel,
} from '@logyard/contract/event-notifications/event-notifications'
import type { EventDefinition } from '@logyard/contract/events/event-definitions'
import type { EventDto } from '@logyard/contract/events/events'
import { EVENTS_STREAM_ID } from '@logyard/contract/streams/stream-ids'

export const UNKNOWN = '<unknown>'

export interface ModelParts {
  readonly definition: EventDefinition | undefined
  readonly event: EventDto
  readonly backlog: readonly MessageSummary[]
  readonly jobDefinitionId: string
  readonly jobTriggerId: string
  readonly isRecovered: boolean
  readonly eventUrl: string
  readonly explanation: string
}

export const templateModel = ({ definition, event, backlog, ...parts }: ModelParts): TemplateModel => ({
  event_definition_id: event.event_definition_id,
  event_definition_type: event.event_definition_type,
  event_definition_title: definition?.title ?? UNKNOWN,
  event_definition_description: definition?.description ?? UNKNOWN,
  job_definition_id: parts.jobDefinitionId,
  job_trigger_id: parts.jobTriggerId,
  event,
  backlog: [...backlog],
  recovered: parts.isRecovered,
  event_url: parts.eventUrl,
  remediation_steps: definition?.remediation_steps ?? '',
  explanation: parts.explanation,
})

/** The body of HTTP notifications: without what only templates know. */
export function bodyModel(model: TemplateModel): NotificationModel {
  const {
    recovered: _recovered,
    event_url: _url,
    remediation_steps: _steps,
    explanation: _explanation,
    ...body
  } = model
  return body
}

/** The event in the console; empty if the address of the console is not set. */
export function eventUrl(externalUrl: string, { id, timestamp }: EventDto): string {
  if (externalUrl === '') return ''
  const search = {
    filter: 'include',
    query: `gl2_message_id:${id}`,
    rangetype: 'absolute',
    from: timestamp,
    to: timestamp,
  }
  return `${externalUrl.replace(/\/+$/, '')}/alerts?${new URLSearchParams(search)}`
}

const TEST_STREAM = EVENTS_STREAM_ID
const TEST_EXPLANATION = `version: 1.9.0 is new.
- version: 1.9.0 is new: 225 of 900 messages, 0 of 2700 before`

export function testModel(username: string, nodeName: string, now: Date): TemplateModel {
  const at = now.toISOString()
  return {
    event_definition_id: 'NotificationTestId',
    event_definition_type: 'test-dummy-v1',
    event_definition_title: 'Event Definition Test Title',
    event_definition_description: 'Event Definition Test Description',
    job_definition_id: UNKNOWN,
    job_trigger_id: UNKNOWN,
    event: {
      id: 'TEST_NOTIFICATION_ID',
      event_definition_type: 'notification-test-v1',
      event_definition_id: 'EventDefinitionTestId',
      origin_context: null,
      timestamp: at,
      timestamp_processing: at,
      timerange_start: null,
      timerange_end: null,
      streams: [TEST_STREAM],
      source_streams: [],
      message: `Notification test message triggered from user <${username}>`,
      source: nodeName,
      key_tuple: ['testkey'],
      key: 'testkey',
      priority: 2,
      alert: true,
      fields: { field1: 'value1', field2: 'value2' },
    },
    backlog: [],
    recovered: false,
    event_url: '',
    remediation_steps: '',
    explanation: TEST_EXPLANATION,
  }
}
