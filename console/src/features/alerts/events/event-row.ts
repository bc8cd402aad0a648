import type { AlertsOfEvents } from '@logyard/contract/alerts/alerts'
import type { EventDto } from '@logyard/contract/events/events'

/** An event with the title of its definition, which is absent if the definition was deleted. */
export interface EventRow {
  readonly event: EventDto
  readonly definitionTitle: string | undefined
  /** The alert that the event belongs to. */
  readonly alert: AlertsOfEvents['alerts'][string] | undefined
}
