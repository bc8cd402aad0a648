import {
  CAPABILITIES,
  GRN_TYPES,
  grantsOverview,
  pageUserShares,
  prepareShare,
  updateShare,
} from '@logyard/contract/identity/shares'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import type { Shares } from './share-service.ts'
import type { UserShares } from './user-shares.ts'

const DEFAULT_PER_PAGE = 50

export function shareRoutes(
  app: FastifyInstance,
  { shares, userShares }: { readonly shares: Shares; readonly userShares: UserShares },
): void {
  serve(app, pageUserShares, async ({ caller, params, query }) =>
    userShares.page(caller, params.userId, {
      page: Math.max(1, query.page ?? 1),
      perPage: Math.max(0, query.per_page ?? DEFAULT_PER_PAGE),
      order: query.order === 'desc' ? 'desc' : 'asc',
      text: query.query ?? '',
      // Unknown values are ignored.
      capability: CAPABILITIES.find((known) => known === query.capability),
      entityType: GRN_TYPES.find((known) => known === query.entity_type),
    }),
  )

  serve(app, prepareShare, async ({ caller, params, body }) => shares.prepare(caller, params.grn, body))

  serve(app, updateShare, ({ caller, params, body }) => shares.update(caller, params.grn, body))

  serve(app, grantsOverview, async () => ({ grants: await userShares.overview() }))
}
