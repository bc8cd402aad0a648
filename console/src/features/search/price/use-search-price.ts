import { type CheaperSearch, priceSearch, type SearchPrice } from '@logyard/contract/search/search-price'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../../api/call-query.ts'
import { useCall } from '../../../base/services/services.tsx'
import type { SearchDocument } from '../editing/search-document.ts'
import { draftedSearch, type SessionState } from '../editing/search-session.ts'

interface PricedDraft {
  readonly document: SearchDocument
  readonly state: Pick<SessionState, 'values' | 'compared'>
  readonly isWanted: boolean
}

interface FoundPrice {
  readonly price: SearchPrice
  readonly isLong: boolean
  readonly cheaper: readonly CheaperSearch[]
}

const PAUSE_MS = 400
/** A shorter search is not worth a thought. */
const LONG_SECONDS = 1

/** The price of a search once the user pauses; what is cheaper only where it matters. */
export function useSearchPrice({ document, state, isWanted }: PricedDraft): FoundPrice | undefined {
  const call = useCall()
  const [settled] = useDebouncedValue(document, PAUSE_MS)
  const draft = draftedSearch(settled, state)
  const queryOf = (suggest: boolean) => {
    const body = { ...draft, suggest }
    const options = { retry: false, staleTime: 30_000, gcTime: 30_000 }
    return { ...callQuery(call, ['search-price', body], priceSearch, { body, extendSession: false }), ...options }
  }
  const priced = useQuery({ ...queryOf(false), enabled: isWanted })
  const price = priced.data?.price
  const isLong = price !== undefined && price.seconds > LONG_SECONDS
  const suggested = useQuery({ ...queryOf(true), enabled: isWanted && isLong })
  if (!isWanted || price === undefined) return undefined
  return { price, isLong, cheaper: suggested.data?.cheaper ?? [] }
}
