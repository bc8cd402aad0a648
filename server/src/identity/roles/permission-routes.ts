import {
  listPermissions,
  PERMISSION_CATALOGUE,
  readerPermissions,
  selfPermissions,
} from '@logyard/contract/identity/permissions'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'

export function permissionRoutes(app: FastifyInstance): void {
  const permissions = Object.fromEntries(
    Object.entries(PERMISSION_CATALOGUE).map(([group, actions]) => [group, [...actions]]),
  )
  serve(app, listPermissions, () => ({ permissions }))
  serve(app, readerPermissions, ({ params }) => ({ permissions: selfPermissions(params.username).sort() }))
}
