import { type Problems, validationAnswer } from '../http/validation-answer.ts'
import { LogyardError } from '../platform/errors.ts'

export function notificationRefused(errors: Problems): LogyardError {
  const body = validationAnswer(errors)
  const sentence = Object.values(errors).flat().join(' ')
  return new LogyardError('invalid', 'event-notification-refused', sentence, { body })
}

export const notificationNotFound = (id: string) =>
  new LogyardError('not-found', 'event-notification-not-found', `Notification <${id}> doesn't exist`)

export const notificationIdMismatch = () =>
  new LogyardError('invalid', 'event-notification-id-mismatch', "Notification IDs don't match")

export const notificationTestsExhausted = (limit: number) =>
  new LogyardError(
    'overloaded',
    'event-notification-tests-exhausted',
    `You are running ${limit} tests of notifications already. Wait until one has ended.`,
  )

export const notificationFailed = (reason: string, options: ErrorOptions) =>
  new LogyardError('failed', 'event-notification-failed', reason, options)
