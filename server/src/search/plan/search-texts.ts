/** The query texts of a search, which parameters are filled into, and their limit. */
import type { ExecutionState } from '@logyard/contract/search/search-jobs'
import type { SearchQuery } from '@logyard/contract/search/searches'
import { isKnownSearchType } from '../search-types.ts'
import { queryTextsOfFilter } from './search-filter.ts'
import { searchRefused } from './search-refused.ts'

/** Characters of the different query texts of a search: all of them are read before it starts. */
export const MAX_TEXT_CHARACTERS = 1_048_576

export const textsOfQuery = (query: SearchQuery): readonly string[] => [
  query.query.query_string,
  ...queryTextsOfFilter(query.filter),
  ...(query.search_types ?? [])
    .filter(isKnownSearchType)
    .flatMap((searchType) => [
      ...(searchType.query ? [searchType.query.query_string] : []),
      ...queryTextsOfFilter(searchType.filter),
    ]),
]

export const textsOfOverrides = ({ global_override, queries }: ExecutionState): readonly string[] =>
  [global_override, ...Object.values(queries ?? {})].flatMap((override) => override?.query?.query_string ?? [])

export function requireShortTexts(different: ReadonlySet<string>): void {
  let characters = 0
  for (const text of different) characters += text.length
  if (characters <= MAX_TEXT_CHARACTERS) return
  throw searchRefused(`The query texts of a search have at most ${MAX_TEXT_CHARACTERS} characters, not ${characters}`)
}
