import { LogyardError } from '../errors.ts'
import { connectionWords } from './connection-words.ts'

/** A connection that failed, in words. */
export class ConnectionFailed extends Error {
  override readonly name = 'ConnectionFailed'
}

/** Why a request failed, in words. `peer` is the address as users know it. `fetch` has the reason in its cause. */
export function reasonOf(error: unknown, peer?: string): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof LogyardError || error instanceof ConnectionFailed) return error.message
  const words = connectionWords(error, peer)
  if (words !== undefined) return words.text
  const { cause } = error
  return cause instanceof Error && cause.message !== '' ? `${error.message}: ${cause.message}` : error.message
}
