import { type Problems, validationAnswer } from '../../http/validation-answer.ts'
import { LogyardError } from '../../platform/errors.ts'

export function definitionRefused(errors: Problems): LogyardError {
  const sentence = Object.values(errors).flat().join(' ')
  return new LogyardError('invalid', 'event-definition-refused', sentence, { body: validationAnswer(errors) })
}

export const definitionNotFound = (id: string) =>
  new LogyardError('not-found', 'event-definition-not-found', `Event definition <${id}> doesn't exist`)

export const conditionMalformed = (problem: string) => new LogyardError('invalid', 'event-condition-malformed', problem)
