import * as contract from '@logyard/contract/search/frozen-links'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import { exactJson } from '../statements/exact-json.ts'
import type { FrozenLinks } from './frozen-links.ts'

export function frozenLinkRoutes(api: FastifyInstance, links: FrozenLinks): void {
  serve(api, contract.createFrozenLink, ({ caller, body, signal }) => links.create(caller, body, signal))

  serve(api, contract.listFrozenLinks, async ({ caller }) => ({ frozen_links: await links.list(caller) }))

  // Serialized here, because response schemas would lose digits of integers.
  serve(api, contract.openFrozenLink, async ({ caller, params, signal, reply }) =>
    reply
      .type('application/json; charset=utf-8')
      .send(exactJson.stringify(await links.open(caller, params.frozenLinkId, signal))),
  )

  serve(api, contract.deleteFrozenLink, ({ caller, params }) => links.delete(caller, params.frozenLinkId))
}
