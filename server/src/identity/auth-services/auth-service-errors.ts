import { type Problems, validationAnswer } from '../../http/validation-answer.ts'
import { LogyardError } from '../../platform/errors.ts'

export const authServiceNotFound = (id: string) =>
  new LogyardError('not-found', 'auth-service-not-found', `Couldn't find auth service backend ${id}`)

export const authServiceInUse = (id: string) =>
  new LogyardError('invalid', 'auth-service-in-use', `Authentication service backend ${id} is still in use`)

export const activeServiceUnknown = (id: string) =>
  new LogyardError('invalid', 'auth-service-unknown', `Authentication service backend ${id} does not exist`)

export const authServiceTestsExhausted = (limit: number) =>
  new LogyardError(
    'overloaded',
    'auth-service-tests-exhausted',
    `You are running ${limit} tests of directories already. Wait until one has ended.`,
  )

export function authServiceRefused(errors: Problems): LogyardError {
  const body = validationAnswer(errors)
  return new LogyardError('invalid', 'auth-service-refused', Object.values(errors).flat().join(' '), { body })
}
