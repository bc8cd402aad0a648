import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline, type Writable } from 'node:stream'
import { createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib'
import type { ClickHouseError } from './clickhouse-error.ts'

/** The engine's figures about a finished statement; it does not report rows and bytes that it read. */
export type Summary = {
  readonly writtenRows?: number
  readonly writtenBytes?: number
  readonly resultRows?: number
  readonly resultBytes?: number
  readonly elapsedSeconds: number
}

const HELD_BACK_BYTES = 128 * 1024
const HELD_BACK_WHEN_WAITING_BYTES = 32 * 1024 * 1024
/** A client that reads nothing for this long is disconnected, because it occupies a session. */
const STALL_MS = 120_000

/** The answer to one request: buffers its beginning, so that most errors and small summaries fit in the header. */
export function createAnswer(incoming: IncomingMessage, outgoing: ServerResponse, versionText: string) {
  const exceptionTag = randomBytes(8).toString('hex')
  let heldLimit = HELD_BACK_BYTES
  let held: Buffer[] = []
  let heldBytes = 0
  let sink: Writable | undefined
  let compressed = false

  function begin(extra: Record<string, string | number>): Writable {
    const encoding = compressed ? acceptedEncoding(incoming) : undefined
    const compressor = encoding && COMPRESSORS[encoding]()
    if (encoding !== undefined) {
      outgoing.setHeader('Content-Encoding', encoding)
      delete extra['Content-Length']
    }
    outgoing.writeHead(200, extra)
    if (compressor !== undefined) pipeline(compressor, outgoing, () => undefined)
    return compressor ?? outgoing
  }

  async function write(chunk: Buffer | string): Promise<void> {
    if (sink === undefined || sink.write(chunk)) return
    const stalled = setTimeout(() => outgoing.destroy(), STALL_MS)
    try {
      await once(sink, 'drain', { signal: closed.signal })
    } finally {
      clearTimeout(stalled)
    }
  }

  const closed = new AbortController()
  outgoing.once('close', () => closed.abort())

  return {
    /** Aborted once the client cannot read the answer any more, whether it is finished or not. */
    closed: closed.signal,
    describe(about: { queryId: string; format: string; waitsForEnd: boolean; compressed: boolean }) {
      compressed = about.compressed
      if (about.waitsForEnd) heldLimit = HELD_BACK_WHEN_WAITING_BYTES
      outgoing.setHeader('X-ClickHouse-Query-Id', about.queryId)
      outgoing.setHeader('X-ClickHouse-Format', about.format)
      outgoing.setHeader('X-ClickHouse-Timezone', 'UTC')
      outgoing.setHeader('Content-Type', contentTypeOf(about.format))
    },
    /** Resolves when the client has room for more. */
    async data(chunk: Buffer): Promise<void> {
      if (sink !== undefined) return await write(chunk)
      held.push(chunk)
      heldBytes += chunk.length
      if (heldBytes <= heldLimit) return
      const beginning = Buffer.concat(held, heldBytes)
      held = []
      sink = begin({ 'X-ClickHouse-Exception-Tag': exceptionTag, 'X-ClickHouse-Summary': summaryText() })
      await write(beginning)
    },
    end(summary: Summary) {
      if (sink === undefined) {
        const whole = Buffer.concat(held, heldBytes)
        begin({ 'Content-Length': whole.length, 'X-ClickHouse-Summary': summaryText(summary) }).end(whole)
      } else {
        sink.end()
      }
    },
    fail(error: ClickHouseError) {
      const text = `${error.message} (version ${versionText})\n`
      if (sink === undefined) {
        outgoing.writeHead(error.status, {
          'Content-Type': 'text/plain; charset=UTF-8',
          'Content-Length': Buffer.byteLength(text),
          'X-ClickHouse-Exception-Code': error.code,
        })
        outgoing.end(text)
        return
      }
      // The status is sent already: ClickHouse's mark tells its client, and the torn body tells all other clients.
      const mark = `\r\n__exception__\r\n${exceptionTag}\r\n${text}${Buffer.byteLength(text)} ${exceptionTag}\r\n__exception__\r\n`
      sink.write(mark, () => outgoing.destroy())
    },
  }
}

export type Answer = ReturnType<typeof createAnswer>

function summaryText(summary?: Summary): string {
  return JSON.stringify({
    read_rows: '0',
    read_bytes: '0',
    written_rows: String(summary?.writtenRows ?? 0),
    written_bytes: String(summary?.writtenBytes ?? 0),
    total_rows_to_read: '0',
    result_rows: String(summary?.resultRows ?? 0),
    result_bytes: String(summary?.resultBytes ?? 0),
    elapsed_ns: String(Math.round((summary?.elapsedSeconds ?? 0) * 1e9)),
  })
}

const COMPRESSORS = {
  gzip: () => createGzip({ level: 1 }),
  zstd: () => createZstdCompress(),
  br: () => createBrotliCompress({ params: { 1: 4 } }),
}

function acceptedEncoding(incoming: IncomingMessage): keyof typeof COMPRESSORS | undefined {
  const accepted = String(incoming.headers['accept-encoding'] ?? '')
  if (accepted.includes('zstd')) return 'zstd'
  if (accepted.includes('gzip')) return 'gzip'
  return accepted.includes('br') ? 'br' : undefined
}

function contentTypeOf(format: string): string {
  if (format.includes('EachRow')) return 'application/x-ndjson; charset=UTF-8'
  if (format.startsWith('JSON')) return 'application/json; charset=UTF-8'
  if (format.startsWith('CSV')) return 'text/csv; charset=UTF-8'
  if (format.startsWith('TabSeparated') || format.startsWith('TSV')) {
    return 'text/tab-separated-values; charset=UTF-8'
  }
  return /^(Pretty|Vertical|Values|XML|Markdown)/.test(format)
    ? 'text/plain; charset=UTF-8'
    : 'application/octet-stream'
}
