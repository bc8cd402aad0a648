import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import { CODE, refused } from './clickhouse-error.ts'
import type { Conditions } from './engine-session.ts'
import { wholeBody } from './insert-batches.ts'

/** A parsed request over ClickHouse's HTTP interface. */
export type EngineRequest = {
  readonly queryId: string
  /** The `query` of the URL or the form; empty when the body is the query. */
  readonly query: string
  readonly conditions: Conditions
  readonly defaultFormat: string
  /** Buffers the answer until its end, so that a late error still gets its own status. */
  readonly waitsForEnd: boolean
  readonly wantsCompression: boolean
  readonly body: AsyncIterable<Buffer>
}

/** Settings of the HTTP interface that have no meaning here, or that the handler itself applies. */
const HTTP_ONLY = new Set([
  'buffer_size',
  'http_headers_progress_interval_ms',
  'http_make_head_request',
  'http_native_compression_disable_checksumming_on_decompress',
  'http_response_buffer_size',
  'http_write_exception_in_output_format',
  'http_zlib_compression_level',
  'send_progress_in_http_headers',
  'user',
  'password',
  'quota_key',
])
/** Refused: they need state between requests, bytes that are not read here, or rights that a session could not drop. */
const NOT_HERE = new Set(['session_id', 'session_timeout', 'session_check', 'readonly', 'compress', 'decompress'])

const MAX_FORM_BYTES = 16 * 1024 * 1024

export async function readEngineRequest(
  incoming: IncomingMessage,
  isSetting: (name: string) => boolean,
): Promise<EngineRequest> {
  const url = new URL(incoming.url ?? '/', 'http://engine')
  const entries = [...url.searchParams]
  let body = decodedBody(incoming)
  if (incoming.headers['content-type']?.startsWith('multipart/form-data')) {
    entries.push(...(await formEntries(incoming.headers['content-type'], body)))
    body = Readable.from([])
  }
  const settings = new Map<string, string>()
  const params = new Map<string, string>()
  const own = new Map<string, string>()
  for (const [name, value] of entries) {
    if (NOT_HERE.has(name)) throw refused(CODE.notImplemented, `'${name}' is not supported by the embedded engine`)
    if (name === 'role' && own.has(name)) throw refused(CODE.notImplemented, 'A request has one role at most')
    if (OWN.has(name)) own.set(name, name === 'query' ? `${own.get(name) ?? ''}${value}` : value)
    else if (name.startsWith('param_')) params.set(parameterName(name), value)
    else if (HTTP_ONLY.has(name)) continue
    else if (isSetting(name)) settings.set(name, value)
    else throw refused(CODE.unknownSetting, `Unknown setting '${name}'`)
  }
  return {
    queryId: own.get('query_id') || randomUUID(),
    query: own.get('query') ?? '',
    conditions: { settings, params, database: own.get('database') || 'default', role: own.get('role') },
    defaultFormat: own.get('default_format') ?? header(incoming, 'x-clickhouse-format') ?? 'TabSeparated',
    waitsForEnd: own.get('wait_end_of_query') === '1',
    wantsCompression: own.get('enable_http_compression') === '1',
    body,
  }
}

const OWN = new Set([
  'query',
  'query_id',
  'database',
  'role',
  'default_format',
  'wait_end_of_query',
  'enable_http_compression',
])

function parameterName(name: string): string {
  const parameter = name.slice('param_'.length)
  if (!/^\w+$/.test(parameter)) throw refused(CODE.badArguments, `'${parameter}' cannot be the name of a parameter`)
  return parameter
}

function header(incoming: IncomingMessage, name: string): string | undefined {
  const value = incoming.headers[name]
  return typeof value === 'string' ? value : undefined
}

function decodedBody(incoming: IncomingMessage): AsyncIterable<Buffer> {
  const decoder = decoderOf(header(incoming, 'content-encoding') ?? 'identity')
  // The reader of the decoder gets the error of a broken body; the callback only prevents an unhandled error.
  const body = decoder === undefined ? incoming : pipeline(incoming, decoder, () => undefined)
  // A reader that stops early still has to answer over the same socket.
  return body.iterator({ destroyOnReturn: false })
}

function decoderOf(encoding: string) {
  switch (encoding) {
    case 'identity':
      return undefined
    case 'gzip':
      return createGunzip()
    case 'deflate':
      return createInflate()
    case 'br':
      return createBrotliDecompress()
    case 'zstd':
      return createZstdDecompress()
    default:
      throw refused(CODE.notImplemented, `Content encoding '${encoding}' is not known`)
  }
}

async function formEntries(contentType: string, body: AsyncIterable<Buffer>): Promise<[string, string][]> {
  const bytes = await wholeBody(body, MAX_FORM_BYTES)
  try {
    const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData()
    return [...form].map(([name, value]) => {
      if (typeof value !== 'string') throw refused(CODE.notImplemented, 'External tables are not supported')
      return [name, value]
    })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw refused(CODE.badArguments, 'The form could not be read', { cause: error })
  }
}
