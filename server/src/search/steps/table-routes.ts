import { tabulateQuery } from '@logyard/contract/search/tables'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import type { AnswerMemory } from '../statements/answer-memory.ts'
import type { QueryTables } from './query-tables.ts'
import { sendTable } from './send-table.ts'

export function tableRoutes(
  api: FastifyInstance,
  { tables, memory }: { readonly tables: QueryTables; readonly memory: AnswerMemory },
): void {
  serve(api, tabulateQuery, async ({ caller, body, request, reply, signal }) => {
    using budget = memory.open(caller.userId)
    return await sendTable(request, reply, await tables.run(caller, body, { budget, signal }))
  })
}
