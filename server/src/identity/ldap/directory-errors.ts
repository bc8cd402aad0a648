import { LogyardError } from '../../platform/errors.ts'
import { connectionWords } from '../../platform/outgoing/connection-words.ts'

/** Only an authentication service that cannot be asked could have decided. */
export const authServiceUnavailable = (options: ErrorOptions = {}) =>
  new LogyardError('unavailable', 'auth-service-unavailable', 'Authentication service unavailable', options)

/** The directory did not answer, or its answer was of no use. The message is for administrators. */
export class DirectoryProblem extends Error {
  override readonly name = 'DirectoryProblem'
}

/** The directory sent nothing within the limit of time. */
export class NoAnswer extends DirectoryProblem {}

/** Answers of a directory must not fill pages. */
const MAX_REASON = 500

export function directoryProblem(error: unknown, address = 'The directory'): DirectoryProblem {
  if (error instanceof DirectoryProblem) return error
  return new DirectoryProblem((connectionWords(error, address)?.text ?? reasonOf(error)).slice(0, MAX_REASON), {
    cause: error,
  })
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join(', ')
  return error.message === '' ? error.name : error.message
}
