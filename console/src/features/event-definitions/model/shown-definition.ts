import type { EventDefinition } from '@logyard/contract/events/event-definitions'

/** What the summary of a definition shows, and the wizard edits. */
export type ShownDefinition = Pick<
  EventDefinition,
  | 'title'
  | 'description'
  | 'priority'
  | 'config'
  | 'field_spec'
  | 'key_spec'
  | 'notification_settings'
  | 'notifications'
  | 'tags'
  | 'remediation_steps'
  | 'event_summary_template'
  | 'recovery'
  | 'notification_limit'
>
