import type { QueryTable } from '@logyard/contract/search/tables'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { accepts } from '../../http/accepts.ts'
import { csvOf } from '../scripting/table-csv.ts'
import { jsonChunksOf, sendJsonChunks } from '../statements/json-chunks.ts'

/** Sends a table as JSON, or as CSV or lines of JSON to clients that accept only these. */
export async function sendTable(
  request: FastifyRequest,
  reply: FastifyReply,
  table: QueryTable,
): Promise<FastifyReply> {
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
