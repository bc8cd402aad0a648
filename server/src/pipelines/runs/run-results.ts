import type { Message } from '../../store/messages/message.ts'
import type { Evaluated } from '../evaluation/evaluator.ts'

/** The messages that continue. There are none while a lookup is pending. */
export function resultsOf(message: Message, outcome: Evaluated): readonly Message[] {
  if (outcome === 'keep') return [message]
  return isList(outcome) ? outcome : []
}

/** Those that rules created. */
export const createdOf = (message: Message, outcome: Evaluated): readonly Message[] =>
  isList(outcome) ? outcome.filter((one) => one !== message) : []

export const isPending = (outcome: Evaluated): boolean => typeof outcome === 'object' && !isList(outcome)

export const isDropped = (message: Message, outcome: Evaluated): boolean =>
  outcome === 'drop' || (isList(outcome) && !outcome.includes(message))

const isList = (outcome: Evaluated): outcome is readonly Message[] => Array.isArray(outcome)
