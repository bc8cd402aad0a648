import { type QueryTable, tabulateQuery } from '@logyard/contract/search/tables'
import type { FastifyInstance } from 'fastify'
import { accepts } from '../../http/accepts.ts'
import { serve } from '../../http/serve.ts'
import { csvOf } from '../scripting/table-csv.ts'
import type { AnswerMemory } from '../statements/answer-memory.ts'
import { jsonChunksOf, sendJsonChunks } from '../statements/json-chunks.ts'
import type { QueryTables } from './query-tables.ts'

export function tableRoutes(
  api: FastifyInstance,
  { tables, memory }: { readonly tables: QueryTables; readonly memory: AnswerMemory },
): void {
  serve(api, tabulateQuery, async ({ caller, body, request, reply, signal }) => {
    using budget = memory.open(caller.userId)
    const table = await tables.run(caller, body, { budget, signal })
    switch (formatOf(request.headers.accept)) {
      case 'csv':
        return reply
          .type('text/csv; charset=utf-8')
          .send(await csvOf({ schema: table.columns, datarows: table.datarows }))
      case 'ndjson':
        return reply.type('application/x-ndjson; charset=utf-8').send(linesOf(table))
      default:
        return sendJsonChunks(reply, await jsonChunksOf(table, () => undefined))
    }
  })
}

/** Another format than JSON only for clients that do not accept JSON. */
function formatOf(accept: string | undefined): 'json' | 'csv' | 'ndjson' {
  if (accept === undefined || accept === '' || accepts(accept, 'application/json')) return 'json'
  return accepts(accept, 'text/csv') ? 'csv' : 'ndjson'
}

/** An object for each row, without values that are missing. */
const linesOf = ({ columns, datarows }: QueryTable): string =>
  datarows
    .map((row) => {
      const entries = columns.map(({ name }, at) => [name, row[at]] as const)
      return `${JSON.stringify(Object.fromEntries(entries.filter(([, value]) => value !== null)))}\n`
    })
    .join('')
