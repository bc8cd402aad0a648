/**
 * The operations that the terminal calls, by type alone: loading the contract takes longer than a search. The compiler
 * holds methods and paths to those of the contract.
 */
import type { OperationSpec } from '@logyard/contract/http/operation'

declare const SPEC: unique symbol

/** Where an operation is. */
export interface Route<Op extends OperationSpec = OperationSpec> {
  readonly method: string
  readonly path: string
  readonly [SPEC]?: Op
}

const at = <Op extends OperationSpec>(method: Op['method'], path: Op['path']): Route<Op> => ({ method, path })

/** The route of an operation whose schemas are loaded anyway. */
export const routeOf = <const Op extends OperationSpec>(op: Op): Route<Op> => op

type Fields = typeof import('@logyard/contract/fields/search-fields')
type Insights = typeof import('@logyard/contract/search/field-insights')
type Exports = typeof import('@logyard/contract/search/message-export')
type Explanations = typeof import('@logyard/contract/search/explanations')
type Patterns = typeof import('@logyard/contract/search/patterns')
type Searches = typeof import('@logyard/contract/search/search-jobs')
type Sessions = typeof import('@logyard/contract/identity/sessions')
type Streams = typeof import('@logyard/contract/streams/streams')
type Tails = typeof import('@logyard/contract/live/live-tail')

export const runSearch = at<Searches['runSearch']>('POST', '/views/search/sync')
export const validateQuery = at<typeof import('@logyard/contract/search/search-validation').validateQuery>(
  'POST',
  '/logyard/search/validate',
)
export const getQueryHints = at<typeof import('@logyard/contract/search/query-hints').getQueryHints>(
  'POST',
  '/logyard/search/hints',
)
export const exportMessages = at<Exports['exportMessages']>('POST', '/views/search/messages')
export const explainMessages = at<Explanations['explainMessages']>('POST', '/logyard/search/explanations')
export const findPatterns = at<Patterns['findPatterns']>('POST', '/logyard/search/patterns')
export const tailMessages = at<Tails['tailMessages']>('GET', '/logyard/search/tail')
export const pageStreams = at<Streams['pageStreams']>('GET', '/streams/paginated')
export const validateSession = at<Sessions['validateSession']>('GET', '/system/sessions')
export const listFields = at<Fields['listFields']>('GET', '/views/fields')
export const suggestValues = at<Insights['suggestValues']>('POST', '/logyard/search/suggestions')
