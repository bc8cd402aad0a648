/** The price of a search: what its statements will read, and how long that takes here. */
import type {
  CheaperSearch,
  SearchPrice,
  SearchPriceAnswer,
  SearchPriceRequest,
} from '@logyard/contract/search/search-price'
import type { SearchDraft } from '@logyard/contract/search/searches'
import type { Caller } from '../../http/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import { clickHouseErrorOf } from '../../store/engine/engine-failure.ts'
import type { StreamAccess } from '../../streams/stream-access.ts'
import type { PlannedSearchType } from '../plan/plan-query.ts'
import type { PriceEngines } from '../price/price-engine.ts'
import { createPricer, type Pricer, type StatementPrice } from '../price/pricer.ts'
import type { ReadRates } from '../price/read-rates.ts'
import { contextOf } from '../run/execute-query.ts'
import type { Searches } from '../search-service.ts'
import { priceSearchType, type SearchTypeRunners } from '../search-types.ts'
import type { SearchEngines } from '../statements/search-engine.ts'
import { cheaperDrafts } from './cheaper-drafts.ts'

export interface SearchPricesDeps {
  readonly searches: Pick<Searches, 'planDraft'>
  readonly access: Pick<StreamAccess, 'readable'>
  readonly runners: SearchTypeRunners
  readonly engine: SearchEngines
  readonly priceEngines: PriceEngines
  readonly rates: ReadRates
  readonly clock: Clock
  readonly allowLeadingWildcard: boolean
  /** A search that takes longer to estimate has no price. */
  readonly priceSeconds: number
}

/** A larger search has no price. */
export const MAX_PRICED_TYPES = 100
/** Others are not worth a change. */
const CHEAPER_SHARE = 0.5

export type SearchPrices = ReturnType<typeof createSearchPrices>

export function createSearchPrices(deps: SearchPricesDeps) {
  const { searches, rates } = deps

  async function priceOf(caller: Caller, draft: SearchDraft, request: SearchPriceRequest, asking: Asking) {
    const { queries, schema, nowMs } = await searches.planDraft(caller, draft, request.execution_state ?? {})
    const engine = deps.engine.of({ user: caller.userId })
    const facts = { engine, caller, schema, nowMs, signal: asking.signal }
    const planned: PlannedSearchType[] = []
    for (const query of queries) {
      if ('failure' in query || query.errors.length > 0) return undefined
      planned.push(...query.searchTypes)
    }
    if (planned.length > MAX_PRICED_TYPES) return undefined
    try {
      const prices = await Promise.all(planned.map((one) => pricesOf(one, facts, asking)))
      return prices.includes(undefined) ? undefined : sumOf([...new Set(prices.flatMap((some) => some ?? []))])
    } catch (error) {
      // A search type that cannot run fails on its own when it is executed.
      if (error instanceof LogyardError && (error.kind === 'failed' || error.kind === 'invalid')) return undefined
      throw error
    }
  }

  async function pricesOf(planned: PlannedSearchType, facts: Parameters<typeof contextOf>[1], { pricer }: Asking) {
    const { searchType } = planned
    const context = contextOf(planned, facts, () => undefined)
    return await priceSearchType(deps.runners, { type: searchType.type, spec: searchType }, context, pricer)
  }

  async function cheaper(caller: Caller, request: SearchPriceRequest, asking: Asking, price: StatementPrice) {
    const { queries } = request.search
    const { nowMs } = await searches.planDraft(caller, { queries: [] }, {})
    const readable = await deps.access.readable(caller)
    const found: CheaperSearch[] = []
    for (const query of queries ?? []) {
      for (const { change, draft } of cheaperDrafts(query, { nowMs, readable, ...deps })) {
        const changed = { ...request.search, queries: (queries ?? []).map((one) => (one === query ? draft : one)) }
        const other = await unlessFailed(priceOf(caller, changed, request, asking))
        if (other === undefined || other.bytes > CHEAPER_SHARE * price.bytes || other.rows > price.rows) continue
        // Nothing is found in an empty stream.
        if (change.kind === 'stream' && other.rows === 0) continue
        const shown = answerOf(other, caller)
        // What a caller is not told of a price must not follow from what is suggested.
        if (shown.rows !== null || shown.seconds < answerOf(price, caller).seconds)
          found.push({ ...change, price: shown })
      }
    }
    return found
  }

  const answerOf = (price: StatementPrice, caller: Caller) => shownTo(caller, price, rates.together())

  return {
    /** Throws for a search that is invalid or not permitted. */
    async price(caller: Caller, request: SearchPriceRequest, signal: AbortSignal): Promise<SearchPriceAnswer> {
      const late = AbortSignal.any([signal, AbortSignal.timeout(deps.priceSeconds * 1000)])
      const asking = { signal: late, pricer: createPricer(deps.priceEngines.of(caller.userId), rates, late) }
      try {
        const price = await priceOf(caller, request.search, request, asking)
        if (price === undefined) return { cheaper: [] }
        return {
          price: answerOf(price, caller),
          cheaper: request.suggest === true ? await cheaper(caller, request, asking, price) : [],
        }
      } catch (error) {
        if (signal.aborted || !(late.aborted || clickHouseErrorOf(error) !== undefined)) throw error
        return { cheaper: [] }
      }
    },
  }
}

interface Asking {
  readonly signal: AbortSignal
  readonly pricer: Pricer
}

/** A change may make a query invalid. */
const unlessFailed = (price: Promise<StatementPrice | undefined>) => price.catch(() => undefined)

const sumOf = (prices: readonly StatementPrice[]): StatementPrice =>
  prices.reduce((sum, { rows, bytes, ms }) => ({ rows: sum.rows + rows, bytes: sum.bytes + bytes, ms: sum.ms + ms }), {
    rows: 0,
    bytes: 0,
    ms: 0,
  })

/** What others learn of the time: that of no search tells more. */
const COARSE_SECONDS = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600]

/**
 * The engine's indices are about messages of all streams. Callers who may not read all of them learn no more of these than
 * from the time that a search takes.
 */
function shownTo(caller: Caller, { rows, bytes, ms }: StatementPrice, together: number): SearchPrice {
  const seconds = (ms * together) / 1000
  if (caller.holds('streams:read:*')) {
    return { rows: Math.round(rows), bytes: Math.round(bytes), seconds: Number(seconds.toPrecision(2)) }
  }
  const coarse = COARSE_SECONDS.find((step) => seconds <= step) ?? COARSE_SECONDS.at(-1) ?? 0
  return { rows: null, bytes: null, seconds: coarse }
}
