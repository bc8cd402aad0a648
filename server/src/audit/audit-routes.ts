import { listAuditEntries } from '@logyard/contract/audit/audit'
import type { FastifyInstance } from 'fastify'
import { pageAnswer, readPage } from '../http/pagination.ts'
import { serve } from '../http/serve.ts'
import type { AuditLog } from './audit-log.ts'

const LIST = {
  fields: ['event', 'outcome', 'status', 'operation', 'user_id', 'username', 'client_address', 'node_id'],
  defaultField: 'text',
  sort: 'at',
  sortable: ['at', 'event', 'outcome', 'username', 'client_address'],
} as const

export function auditRoutes(api: FastifyInstance, audit: Pick<AuditLog, 'page'>): void {
  serve(api, listAuditEntries, async ({ query }) => {
    const request = readPage({ order: 'desc', ...query }, LIST)
    const found = await audit.page(request)
    return { ...pageAnswer(request, found), entries: [...found.rows] }
  })
}
