/** What follows from events: notifications, states of alerts. Followers write in the commit that ends the evaluation. */
import type { IncidentFact } from '@logyard/contract/alerts/incidents'
import type { EventDefinition } from '@logyard/contract/events/event-definitions'
import type { EventDto } from '@logyard/contract/events/events'
import type { Write } from '../platform/settings/settings-store.ts'
import type { EventRange } from './event-processor.ts'

export interface EventBatch {
  readonly definition: EventDefinition
  /** May be empty: then the condition was evaluated and not met. */
  readonly events: readonly FollowedEvent[]
  readonly range: EventRange
  /** Whether the range is evaluated completely with this batch. */
  readonly isEnd: boolean
  /** Groups whose condition is still met although this range has no new event for them. */
  readonly stillMet?: readonly (readonly string[])[]
  readonly nowMs: number
  /** The job that found them; `<unknown>` if there is none. */
  readonly jobDefinitionId: string
  readonly jobTriggerId: string
}

export interface FollowedEvent {
  readonly event: EventDto
  /** The groups of an aggregation. */
  readonly group: readonly string[]
  /** Fields and values that other events about the same thing have too. */
  readonly facts: readonly IncidentFact[]
}

export interface EventFollower {
  /** Called before the commit. It may be called again for the same batch, if the commit fails. */
  writesFor(batch: EventBatch): Promise<readonly Write[]>
  /** Called after the commit: something may be due now. */
  committed?(): void
}
