/** A search with unsaved changes, as the browser keeps it. */
import { isRecord } from '../../../ui/is-record.ts'
import type { Comparison } from '../../../view-document/model/widget-search-types.ts'
import type { ParameterValues } from '../../../view-document/parameters/parameters.ts'
import type { SearchDocument } from './search-document.ts'
import type { SessionState } from './search-session.ts'

export interface SearchDraft {
  readonly document: SearchDocument
  readonly values: ParameterValues
  /** Comparisons by widget. */
  readonly compared: readonly (readonly [string, Comparison])[]
}

/** Changes with the shape of a draft: older ones are then ignored. */
const VERSION = 1

export const contentOf = ({ history, values, compared }: Pick<SessionState, 'history' | 'values' | 'compared'>) => ({
  version: VERSION,
  document: history.present,
  values,
  compared: [...compared],
})

/** `undefined` if it was written by another version, or damaged. */
export function draftOfContent(content: unknown): SearchDraft | undefined {
  if (!isContent(content) || !isDocument(content.document)) return undefined
  const { document } = content
  // Those of earlier versions have no steps.
  return { ...content, document: { ...document, query: { ...document.query, steps: document.query.steps ?? '' } } }
}

function isContent(content: unknown): content is SearchDraft {
  if (!isRecord(content) || content['version'] !== VERSION) return false
  const { document, values, compared } = content
  return isRecord(document) && isRecord(values) && Array.isArray(compared)
}

/** Only this console writes drafts, so the parts of a document need no closer look. */
function isDocument({ queryId, query, page, parameters }: Partial<SearchDocument>): boolean {
  return (
    typeof queryId === 'string' &&
    isRecord(query) &&
    typeof query['text'] === 'string' &&
    isRecord(query['timerange']) &&
    Array.isArray(query['streams']) &&
    Array.isArray(query['otherFilters']) &&
    isRecord(page) &&
    Array.isArray(page['widgets']) &&
    isRecord(page['positions']) &&
    isRecord(page['titles']) &&
    Array.isArray(parameters)
  )
}
