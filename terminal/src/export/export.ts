/** `logyard export`: any number of messages, as they come from the server, with only a few of them in memory. */
import type { IncomingMessage } from 'node:http'
import { ServerUnreachable } from '../api/api-failure.ts'
import { exportMessages } from '../api/routes.ts'
import { type Context, EXIT } from '../command.ts'
import { printableLines } from '../output/printable-text.ts'
import { fieldList, wholeNumber } from '../search/option-values.ts'
import { checkedQuery } from '../search/query-problems.ts'
import { selectionOf } from '../search/selection.ts'
import { UsageError } from '../usage-error.ts'
import { createProgress } from './export-progress.ts'
import { openWholeFile } from './whole-file.ts'

const TYPES = { csv: 'text/csv', json: 'application/json', ndjson: 'application/x-ndjson' } as const
const MAX_LIMIT = 2_147_483_647

export async function exportToFile(context: Context): Promise<number> {
  const { text, isSet, output, say, signal } = context
  const format = (['csv', 'json', 'ndjson'] as const).find((one) => one === text('format'))
  if (format === undefined) throw new UsageError('The format is csv, json or ndjson.')
  const limit = text('limit') === undefined ? undefined : wholeNumber('limit', text('limit') ?? '', MAX_LIMIT)
  const fields = fieldList(text('fields'))
  using api = await context.connect()
  const { query, timerange, streams } = await selectionOf(context, api, new Date())
  const body = {
    query_string: query,
    timerange,
    ...(streams.length === 0 ? {} : { streams: [...streams] }),
    ...(fields === undefined ? {} : { fields_in_order: [...fields] }),
    ...(limit === undefined ? {} : { limit, chunk_size: 1 }),
    defuse_formulas: isSet('defuse-formulas'),
  }
  const response = await checkedQuery(api, { query, streams }, () => api.open(exportMessages, { body }, TYPES[format]))
  const { 'x-logyard-missing-shards': missing } = response.headers
  if (missing !== undefined) say(`Messages are missing: shard ${missing} of the cluster does not respond.`)
  const path = text('file')
  using progress = createProgress(process.stderr.isTTY === true && (path !== undefined || !output.isTerminal))
  if (path !== undefined) {
    await using file = await openWholeFile(path)
    const size = await copy(response, (chunk) => file.write(chunk), { progress, signal })
    await file.keep()
    say(`${size} bytes are in ${path}.`)
    return size === 0 ? EXIT.nothing : EXIT.found
  }
  const decoder = new TextDecoder()
  const write = output.isTerminal
    ? (chunk: Uint8Array) => output.write(printableLines(decoder.decode(chunk, { stream: true })))
    : output.write
  return (await copy(response, write, { progress, signal })) === 0 ? EXIT.nothing : EXIT.found
}

/** Resolves with the number of bytes. */
async function copy(
  response: IncomingMessage,
  write: (chunk: Uint8Array) => Promise<void>,
  { progress, signal }: { readonly progress: ReturnType<typeof createProgress>; readonly signal: AbortSignal },
): Promise<number> {
  let size = 0
  try {
    for await (const chunk of response) {
      await write(chunk)
      size += chunk.length
      progress.show(size)
    }
  } catch (error) {
    // An end without the last chunk: the server says in this way that something failed.
    if (signal.aborted || Object(error).code !== 'ECONNRESET') throw error
    throw new ServerUnreachable(`The export broke off after ${size} bytes.`, { cause: error })
  }
  return size
}
