/** Tools that try patterns and other ways to take texts apart. They store nothing. */
import type { FastifyInstance } from 'fastify'
import type { BoundedRuns } from '../platform/bounded-runs/bounded-runs.ts'
import { regexToolRoutes } from './regex-tool-routes.ts'
import { type StructureToolDeps, structureToolRoutes } from './structure-tool-routes.ts'
import { textToolRoutes } from './text-tool-routes.ts'

export function parserToolRoutes(
  api: FastifyInstance,
  deps: StructureToolDeps & { readonly boundedRuns: BoundedRuns },
): void {
  regexToolRoutes(api, deps.boundedRuns)
  textToolRoutes(api)
  structureToolRoutes(api, deps)
}
