import * as contract from '@logyard/contract/lookup/lookup-values'
import type { FastifyInstance } from 'fastify'
import { type ListOptions, pageAnswer, readPage } from '../../http/pagination.ts'
import { serve } from '../../http/serve.ts'
import type { LookupValues } from './lookup-values.ts'
import type { KeptValue } from './value-table.ts'

const LIST: ListOptions = {
  fields: ['key', 'value'],
  defaultField: 'key',
  sort: 'key',
  sortable: ['key', 'value', 'updated_at', 'expires_at'],
}

export function lookupValueRoutes(api: FastifyInstance, values: LookupValues): void {
  serve(api, contract.listLookupValues, async ({ params, query, caller }) => {
    const request = readPage(query, LIST)
    const found = await values.page(caller, params.idOrName, request)
    return { query: query.query ?? null, ...pageAnswer(request, found), values: found.rows.map(onWire) }
  })
  serve(api, contract.putLookupValue, async ({ params, body, caller }) =>
    onWire(await values.put(caller, params.idOrName, body)),
  )
  serve(api, contract.deleteLookupValue, ({ params, query, caller }) =>
    values.delete(caller, params.idOrName, query.key),
  )
  serve(api, contract.deleteLookupValues, async ({ params, body, caller, request }) => {
    const deleted = await values.deleteMany(caller, params.idOrName, body)
    request.log.info({ adapter: params.idOrName, deleted }, 'lookup values deleted')
    return { deleted }
  })
  serve(api, contract.importLookupValues, async ({ params, body, caller, request }) => {
    const outcome = await values.import(caller, params.idOrName, body)
    request.log.info({ adapter: params.idOrName, ...outcome }, 'lookup values imported')
    return outcome
  })
}

const instant = (ms: number) => new Date(ms).toISOString()

const onWire = ({ key, value, updatedAtMs, expiresAtMs }: KeptValue): contract.StoredLookupValue => ({
  key,
  value: Array.isArray(value) ? value.map(String) : typeof value === 'object' ? { ...value } : value,
  updated_at: instant(updatedAtMs),
  expires_at: expiresAtMs === undefined ? null : instant(expiresAtMs),
})
