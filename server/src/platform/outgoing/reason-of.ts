import { LogyardError } from '../errors.ts'

/** Why a request failed, in words. `fetch` has the reason in the cause of its error. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  const isOurs = error instanceof LogyardError
  return !isOurs && cause instanceof Error && cause.message !== ''
    ? `${error.message}: ${cause.message}`
    : error.message
}
