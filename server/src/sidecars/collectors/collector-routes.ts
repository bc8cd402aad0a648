import * as contract from '@logyard/contract/sidecars/collectors'
import type { FastifyInstance } from 'fastify'
import { pageOfList } from '../../http/page-of-list.ts'
import { readPage } from '../../http/pagination.ts'
import { serve } from '../../http/serve.ts'
import { validationAnswer } from '../../http/validation-answer.ts'
import { entityTag, isKnownToClient } from '../entity-tag.ts'
import { listAnswer } from '../list-answer.ts'
import type { CollectorKind } from './collector-kind.ts'

const LIST = {
  fields: ['id', 'name', 'operating_system'],
  defaultField: 'name',
  sort: 'name',
  sortable: ['id', 'name', 'node_operating_system', 'service_type', 'executable_path'],
}

export function collectorRoutes(api: FastifyInstance, collectors: CollectorKind): void {
  const agentList = createAgentList(collectors)
  serve(api, contract.listCollectors, async ({ request, reply }) => {
    const { tag, body } = await agentList()
    if (isKnownToClient(request, reply, tag)) return reply.code(304).send()
    return reply.type('application/json').send(body)
  })

  serve(api, contract.summarizeCollectors, async ({ query }) => {
    const request = readPage(query, LIST)
    const found = pageOfList(await collectors.list(), request, (row) => ({
      ...row,
      operating_system: row.node_operating_system,
    }))
    const rows = found.rows.map(({ id, name, service_type, node_operating_system }) => ({
      ...{ id, name, service_type, node_operating_system },
    }))
    return { ...listAnswer(query, request, found, LIST.sort), collectors: rows }
  })

  serve(api, contract.getCollector, ({ params }) => collectors.get(params.id))

  serve(api, contract.createCollector, ({ body }) => collectors.create(body))

  serve(api, contract.updateCollector, ({ params, body }) => collectors.replace(params.id, () => body))

  serve(api, contract.copyCollector, async ({ params }) =>
    collectors.create({ ...(await collectors.get(params.id)), name: params.name }),
  )

  serve(api, contract.deleteCollector, async ({ params, reply }) =>
    (await collectors.find(params.id)) === undefined ? reply.code(304).send() : collectors.delete(params.id),
  )

  serve(api, contract.validateCollector, async ({ body }) => validationAnswer(await collectors.problemsOf(body)))
}

/** Thousands of agents ask for the same list: it is written once after each change. */
function createAgentList(collectors: CollectorKind) {
  let cached: { readonly generation: number; readonly tag: string; readonly body: string } | undefined
  return async () => {
    const generation = await collectors.generation()
    if (cached?.generation !== generation) {
      const list = await collectors.list()
      const body = JSON.stringify({ total: list.length, collectors: list })
      cached = { generation, tag: entityTag(body), body }
    }
    return cached
  }
}
