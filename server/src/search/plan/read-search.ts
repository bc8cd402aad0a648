/** Reads a client's draft of a search: fills in defaults, and validates what schemas cannot. */
import type { SearchType } from '@logyard/contract/search/search-types'
import type { Parameter, SearchDraft, SearchQuery } from '@logyard/contract/search/searches'
import { LogyardError } from '../../platform/errors.ts'
import { resolveRange } from '../ranges/resolve-range.ts'
import type { StoredSearch } from '../search-store.ts'
import { isKnownSearchType, withTypeDefaults } from '../search-types.ts'
import { searchRefused } from './search-refused.ts'
import { requireShortTexts, textsOfQuery } from './search-texts.ts'

const capabilitiesMissing = (names: readonly string[], missing: object) => {
  const error = `The search requires capabilities that this server does not have: ${names.join(', ')}`
  return new LogyardError('conflict', 'capabilities-missing', error, { body: { error, missing } })
}

/** The capabilities that a search may require. */
const CAPABILITIES: ReadonlySet<string> = new Set(['parameters'])
const ID = /^[0-9a-f]{24}$/i
export const MAX_SEARCH_TYPES = 1000
export const MAX_QUERIES = 1000

export type ReadSearch = Omit<StoredSearch, 'owner' | 'owner_id'>

export function readSearch(
  draft: SearchDraft,
  { newId, now }: { readonly newId: () => string; readonly now: Date },
): ReadSearch {
  const id = draft.id ?? newId()
  if (!ID.test(id)) throw searchRefused(`${id} is not a valid id: it must have 24 hexadecimal digits`)
  requireCapabilities(draft.requires ?? {})
  // Counted before any of them is processed.
  const searchTypes = (draft.queries ?? []).reduce((sum, query) => sum + (query.search_types ?? []).length, 0)
  if (searchTypes > MAX_SEARCH_TYPES) throw searchRefused(`A search has at most ${MAX_SEARCH_TYPES} search types`)
  if ((draft.queries ?? []).length > MAX_QUERIES) throw searchRefused(`A search has at most ${MAX_QUERIES} queries`)
  requireShortTexts(new Set((draft.queries ?? []).flatMap(textsOfQuery)))
  const queries = (draft.queries ?? []).map((query) => readQuery(query, now))
  requireUnique(
    'query',
    queries.map((query) => query.id),
  )
  const parameters = (draft.parameters ?? []).map(readParameter)
  requireUnique(
    'parameter',
    parameters.map(({ name }) => name),
  )
  return { id, queries, parameters, created_at: readInstant(draft.created_at ?? null, now) }
}

function readQuery(query: SearchQuery, now: Date): SearchQuery {
  const { filter, ...rest } = query
  resolveRange(query.timerange, now.getTime())
  const searchTypes = (query.search_types ?? []).map((searchType) => readSearchType(searchType, now))
  requireUnique(
    'search type',
    searchTypes.map(({ id }) => id),
  )
  return { ...rest, ...(filter === undefined || filter === null ? {} : { filter }), search_types: searchTypes }
}

function readSearchType(searchType: SearchType, now: Date): SearchType {
  // The schema does not validate search types of unknown types.
  if (typeof searchType.id !== 'string' || searchType.id === '') throw searchRefused('A search type must have an id')
  const { timerange } = searchType
  if (isKnownSearchType(searchType) && timerange && timerange.type !== 'offset') resolveRange(timerange, now.getTime())
  const common = { name: null, filter: null, timerange: null, query: null }
  const whole = { ...common, ...searchType, streams: searchType.streams ?? [] }
  return isKnownSearchType(whole) ? withTypeDefaults(whole.type, whole) : whole
}

const readParameter = (parameter: Parameter): Parameter => ({
  title: null,
  description: null,
  default_value: null,
  binding: null,
  ...parameter,
  type: parameter.type ?? 'value-parameter-v1',
  data_type: parameter.data_type ?? 'any',
  optional: parameter.optional ?? false,
})

function readInstant(text: string | null, now: Date): string {
  if (text === null) return now.toISOString()
  const ms = Date.parse(text)
  if (Number.isNaN(ms)) throw searchRefused(`Property created_at must be a date and time, not ${text}.`)
  return new Date(ms).toISOString()
}

function requireCapabilities(requires: Readonly<Record<string, unknown>>): void {
  const missing = Object.entries(requires).filter(([name]) => !CAPABILITIES.has(name))
  if (missing.length > 0)
    throw capabilitiesMissing(
      missing.map(([name]) => name),
      Object.fromEntries(missing),
    )
}

function requireUnique(what: string, names: readonly string[]): void {
  const known = new Set<string>()
  const twice = names.find((name) => known.size === known.add(name).size)
  if (twice !== undefined) throw searchRefused(`The search has the ${what} ${twice} twice`)
}
