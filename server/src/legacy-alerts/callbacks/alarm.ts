/** What alarm callbacks tell: a condition of a stream that was met. */
import type { MessageSummary } from '@logyard/contract/event-notifications/event-notifications'
import type { StreamAlertCondition } from '@logyard/contract/legacy-alerts/alert-conditions'
import type { Stream } from '@logyard/contract/streams/streams'

export interface Alarm {
  /** Without its outputs: they may have secrets. */
  readonly stream: Omit<Stream, 'outputs'>
  /** Address in the console; empty if the address of the console is not set. */
  readonly streamUrl: string
  readonly condition: StreamAlertCondition
  readonly description: string
  readonly triggeredAt: string
  readonly messages: readonly MessageSummary[]
}
