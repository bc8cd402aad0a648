/** GELF over HTTP: `POST /gelf` with one message, one message per line, or a JSON array. */
import { countSetting } from '@logyard/codecs/config-fields'
import { isJsonObject, jsonText, parseJson, parseJsonExactly } from '@logyard/codecs/json-text'
import { MAX_RAW_BYTES } from '../../journal/journal.ts'
import { listenForHttp, maxBodyBytes } from './http-listener.ts'
import type { HttpResponse } from './http-response.ts'
import { storeAll } from './http-store.ts'
import type { StartTransport } from './transport.ts'

const DECOMPRESS_SIZE_LIMIT = 8_388_608

export const gelfHttpTransport: StartTransport = async (deps) => {
  const { configuration, intake } = deps
  const limits = {
    maxBodyBytes: maxBodyBytes(configuration),
    maxUnpackedBytes: Math.min(
      countSetting(configuration, 'decompress_size_limit', DECOMPRESS_SIZE_LIMIT),
      MAX_RAW_BYTES,
    ),
  }
  return listenForHttp(deps, limits, async ({ method, incoming, peer, readBody }): Promise<HttpResponse> => {
    if (method === 'OPTIONS') return { status: 200 }
    if (method !== 'POST') return { status: 405, headers: { Allow: 'POST, OPTIONS' } }
    if (incoming.url !== '/gelf') return { status: 404 }
    const body = await readBody({ trustFirstBytes: true })
    if (!Buffer.isBuffer(body)) return body
    return storeAll(intake, gelfMessages(body), peer, { status: 202 })
  })
}

const NEWLINE = 0x0a
const OPEN_BRACE = 0x7b
const OPEN_BRACKET = 0x5b

/** Splits a body into messages. A single message may contain line breaks, so it is recognised first. */
export function gelfMessages(body: Buffer): readonly Buffer[] {
  const first = firstVisible(body)
  if (first === OPEN_BRACKET) return arrayItems(body) ?? [body]
  if (first !== OPEN_BRACE || body.indexOf(NEWLINE) < 0) return [body]
  const lines = linesOf(body)
  return lines.length > 1 && areMessages(lines, body) ? lines : [body]
}

/** Whether each line is a message: then the first line is a complete object. */
function areMessages(lines: readonly Buffer[], body: Buffer): boolean {
  const [first] = lines
  if (first !== undefined && isObject(first)) return true
  return !isObject(body) && lines.some(isObject)
}

const isObject = (bytes: Buffer) => isJsonObject(parseJson(bytes.toString('utf8')))

function arrayItems(body: Buffer): readonly Buffer[] | undefined {
  const items = parseJsonExactly(body.toString('utf8'))
  if (!Array.isArray(items)) return undefined
  return items.map((item) => Buffer.from(jsonText(item) ?? ''))
}

function firstVisible(body: Buffer): number | undefined {
  for (const byte of body) if (byte > 0x20) return byte
  return undefined
}

function linesOf(body: Buffer): Buffer[] {
  const lines: Buffer[] = []
  let start = 0
  while (start < body.length) {
    const newline = body.indexOf(NEWLINE, start)
    const end = newline < 0 ? body.length : newline
    const line = body.subarray(start, end)
    if (firstVisible(line) !== undefined) lines.push(line)
    start = end + 1
  }
  return lines
}
