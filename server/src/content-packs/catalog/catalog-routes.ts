import * as contract from '@logyard/contract/content-packs/catalog'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import type { Catalog } from './catalog.ts'

export function catalogRoutes(api: FastifyInstance, catalog: Catalog): void {
  serve(api, contract.listCatalog, async ({ caller }) => ({ entities: await catalog.index(caller) }))
  serve(api, contract.resolveCatalog, ({ body, caller }) => catalog.resolve(body.entities, caller))
}
