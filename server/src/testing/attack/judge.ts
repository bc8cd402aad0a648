/** What an answer to an attack must not be. */
import { type Answered, type Attempt, LIMIT_MS } from './attempt.ts'
import { findCanary } from './canaries.ts'

/** Texts of unexpected errors; the second appears where the rest of the response is a success. */
const UNFORESEEN = ['Logyard could not answer this request.', 'Logyard could not run this part of the search.']

/** Describes the fault of an answer, as a clause; `undefined` when it has none. */
export function wrongWith({ op, caller }: Attempt, { status, headers, text, tookMs }: Answered): string | undefined {
  const given = findCanary(text, caller.canaries) ?? findCanary(headers, caller.canaries)
  if (given !== undefined) return given
  if (UNFORESEEN.some((words) => text.includes(words))) return `fails, and nobody foresaw it: ${text.slice(0, 300)}`
  // The reference answers 500 to some refusals; those stand in the contract.
  if (status >= 500 && (status !== 500 || !(status in op.answers))) return `answers ${status}: ${text.slice(0, 300)}`
  if (tookMs > LIMIT_MS) return `takes ${Math.round(tookMs)} ms`
  if (caller.credentials !== undefined)
    return status === 401 && !(401 in op.answers) ? 'takes the credentials of a caller for wrong' : undefined
  if (op.access.kind === 'public') return undefined
  if (status === 401 && text === '') return undefined
  return `answers a stranger with ${status}: ${text.slice(0, 300)}`
}
