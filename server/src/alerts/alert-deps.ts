/** What alerts need from other areas; the wiring passes it. */
import type { EventDefinition } from '@logyard/contract/events/event-definitions'
import type { EventDto } from '@logyard/contract/events/events'
import type { Delivery } from '../event-notifications/deliveries.ts'
import type { Write } from '../platform/settings/settings-store.ts'

export interface AlertDefinitions {
  find(id: string): Promise<EventDefinition | undefined>
}

/** `recovered`: its condition has ended. `quiet-ended`: the alert is still open after a quiet time. */
export type LaterNotification = 'recovered' | 'quiet-ended'

export interface AlertNotifications {
  /** Queues all notifications of the definition once more, without grace. */
  queueNotifications(definition: EventDefinition, event: EventDto, kind: LaterNotification): Promise<readonly Write[]>
}

/** The results of the notifications of events, newest first. */
export type DeliveriesOfEvents = (eventIds: readonly string[]) => Promise<readonly Delivery[]>
