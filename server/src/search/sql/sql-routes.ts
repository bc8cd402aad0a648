import { runSql } from '@logyard/contract/search/sql'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import type { AnswerMemory } from '../statements/answer-memory.ts'
import { sendTable } from '../steps/send-table.ts'
import type { SqlTables } from './sql-tables.ts'

export function sqlRoutes(
  api: FastifyInstance,
  { tables, memory }: { readonly tables: SqlTables; readonly memory: AnswerMemory },
): void {
  serve(api, runSql, async ({ caller, body, request, reply, signal }) => {
    using budget = memory.open(caller.userId)
    return await sendTable(request, reply, await tables.run(caller, body, { budget, signal }))
  })
}
