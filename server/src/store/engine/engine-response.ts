/**
 * Responses of the engine. Behind the address of `LOGYARD_CLICKHOUSE_URL` may be anything: a response counts only if it is
 * one of ClickHouse, and is bounded in size and time.
 */
import { addAbortSignal, type Readable } from 'node:stream'
import type { ClickHouseClient, ExecParams } from '@clickhouse/client'
import { linesOf } from './engine-lines.ts'
import { reportedError } from './reported-error.ts'
import { untilFailure } from './until-failure.ts'

export interface EngineResponse {
  readonly stream: Readable
  readonly response_headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

/** The maximum size of a response whose rows are all held in memory. */
export const MAX_ROWS_BYTES = 16 * 1024 * 1024
/** The maximum size of a response without rows. The rest of a longer error is not read. */
export const MAX_NOTE_BYTES = 64 * 1024
/** ClickHouse sends it with every response; a proxy's own pages lack it. */
const OWN_HEADER = 'x-clickhouse-query-id'

/** Resolves when the response begins, and destroys it when the signal aborts. Throws the error that the engine reports. */
export async function openResponse(
  client: Pick<ClickHouseClient, 'exec'>,
  params: ExecParams & { readonly values?: Readable },
  signal: AbortSignal | undefined,
): Promise<EngineResponse> {
  const response = await client.exec({
    ...params,
    // Else the client collects the text of an error without a limit.
    ignore_error_response: true,
    ...(signal === undefined ? {} : { abort_signal: signal }),
  })
  const { stream, response_headers, http_status_code: status = 0 } = response
  // The client observes the signal only until the response begins.
  if (signal !== undefined) addAbortSignal(signal, stream)
  // A failure is thrown to the reader. Without a reader, nobody waits for it.
  stream.on('error', () => undefined)
  if (status !== 200 || response_headers['x-clickhouse-exception-code'] !== undefined) {
    throw reportedError(await beginOf(stream))
  }
  if (response_headers[OWN_HEADER] !== undefined) return response
  stream.destroy()
  throw new Error('the address of LOGYARD_CLICKHOUSE_URL did not answer as ClickHouse does')
}

export async function textOf(response: EngineResponse): Promise<string> {
  const chunks: Uint8Array[] = []
  const count = limit(MAX_NOTE_BYTES)
  for await (const chunk of untilFailure(response)) {
    count(chunk.length)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

async function beginOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > MAX_NOTE_BYTES) break
  }
  return Buffer.concat(chunks).toString()
}

export async function* rowsOf(
  response: EngineResponse,
  count: (bytes: number) => void = () => undefined,
): AsyncGenerator<unknown> {
  for await (const lines of linesOf(untilFailure(response), count)) for (const line of lines) yield JSON.parse(line)
}

export async function allRowsOf(response: EngineResponse): Promise<unknown[]> {
  return await Array.fromAsync(rowsOf(response, limit(MAX_ROWS_BYTES)))
}

function limit(maxBytes: number): (bytes: number) => void {
  let total = 0
  return (bytes) => {
    total += bytes
    if (total > maxBytes) throw new Error(`the response is longer than ${maxBytes} bytes`)
  }
}
