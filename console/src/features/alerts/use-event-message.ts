import type { EventDefinition } from '@logyard/contract/events/event-definitions'
import { useFigureWords } from '../../widgets/figures/use-figure-words.ts'

interface SaidBy {
  readonly event_definition_id: string
  readonly message: string
  /** Time of the event. */
  readonly at: string
}

export type EventMessage = (event: SaidBy) => string

/** Messages of events in words; with the limits of the condition, if it has not changed since. */
export function useEventMessage(definitions: readonly EventDefinition[]): EventMessage {
  const { messageText } = useFigureWords()
  return ({ event_definition_id: id, message, at }) => {
    const definition = definitions.find((one) => one.id === id)
    const isCurrent = definition !== undefined && Date.parse(definition.updated_at) <= Date.parse(at)
    return messageText(message, isCurrent ? definition.config : undefined)
  }
}
