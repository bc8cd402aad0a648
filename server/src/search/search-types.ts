/**
 * The search types and how they differ outside of their execution. A new type is an entry here, its schemas in the
 * contract, and a runner.
 */
import type { SearchTypeResult } from '@logyard/contract/search/search-results'
import type { SearchType } from '@logyard/contract/search/search-types'
import { EVENT_STREAM_IDS } from '../streams/stream-access.ts'
import type { Pricer, StatementPrice } from './price/pricer.ts'
import type { SearchTypeContext, SearchTypeRunner } from './search-type.ts'

type TypeName = SearchType['type']
type Specs = { readonly [Name in TypeName]: Extract<SearchType, { readonly type: Name }> }
type Results = { readonly [Name in TypeName]: Extract<SearchTypeResult, { readonly type: Name }> }

interface SearchTypeDefinition<Spec> {
  /** The streams that it reads whatever the query names. The caller must be permitted to read them. */
  readonly fixedStreams?: readonly string[]
  withDefaults(spec: Spec): Spec
}

export const DEFAULT_LIST_LIMIT = 150

const SEARCH_TYPES: { readonly [Name in TypeName]: SearchTypeDefinition<Specs[Name]> } = {
  messages: {
    withDefaults: (list) => ({
      ...list,
      limit: list.limit ?? DEFAULT_LIST_LIMIT,
      offset: list.offset ?? 0,
      sort: list.sort ?? null,
      decorators: list.decorators ?? [],
    }),
  },
  events: { fixedStreams: EVENT_STREAM_IDS, withDefaults: (list) => list },
  pivot: {
    withDefaults: (pivot) => ({
      ...pivot,
      row_groups: pivot.row_groups ?? [],
      column_groups: pivot.column_groups ?? [],
      sort: pivot.sort ?? [],
    }),
  },
}

/** Search types of unknown types are stored unchanged; only their id has been validated. */
export const isKnownSearchType = ({ type }: { readonly type: string }): boolean => Object.hasOwn(SEARCH_TYPES, type)

export const fixedStreamsOf = ({ type }: SearchType): readonly string[] | undefined => SEARCH_TYPES[type].fixedStreams

/** Fills in the defaults of a known type. */
export const withTypeDefaults = <Name extends TypeName>(type: Name, spec: Specs[Name]): SearchType =>
  SEARCH_TYPES[type].withDefaults(spec)

export type SearchTypeRunners = { readonly [Name in TypeName]: SearchTypeRunner<Specs[Name], Results[Name]> }

export const runSearchType = <Name extends TypeName>(
  runners: SearchTypeRunners,
  { type, spec }: { readonly type: Name; readonly spec: Specs[Name] },
  context: SearchTypeContext,
): Promise<SearchTypeResult> => runners[type].run(spec, context)

/** Undefined for a search type whose price is unknown. */
export const priceSearchType = <Name extends TypeName>(
  runners: SearchTypeRunners,
  { type, spec }: { readonly type: Name; readonly spec: Specs[Name] },
  context: SearchTypeContext,
  pricer: Pricer,
): Promise<readonly StatementPrice[]> | undefined => runners[type].price?.(spec, context, pricer)
