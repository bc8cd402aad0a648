import { priceSearch } from '@logyard/contract/search/search-price'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import type { SearchPrices } from './search-prices.ts'

export function priceRoutes(api: FastifyInstance, { prices }: { readonly prices: SearchPrices }): void {
  serve(api, priceSearch, ({ caller, body, signal }) => prices.price(caller, body, signal))
}
