import { LogyardError } from '../../platform/errors.ts'

export type Problems = Readonly<Record<string, readonly string[]>>

export const validationAnswer = (errors: Problems) => ({
  failed: Object.keys(errors).length > 0,
  errors: Object.fromEntries(Object.entries(errors).map(([name, texts]) => [name, [...texts]])),
  error_context: {},
})

export function definitionRefused(errors: Problems): LogyardError {
  const sentence = Object.values(errors).flat().join(' ')
  return new LogyardError('invalid', 'event-definition-refused', sentence, { body: validationAnswer(errors) })
}

export const definitionNotFound = (id: string) =>
  new LogyardError('not-found', 'event-definition-not-found', `Event definition <${id}> doesn't exist`)

export const conditionMalformed = (problem: string) => new LogyardError('invalid', 'event-condition-malformed', problem)
