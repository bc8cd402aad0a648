/** Serializes and sends large answers in chunks, so that other requests are answered in between. */
import { Readable } from 'node:stream'
import { setImmediate as afterOthers } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { exactJson } from './exact-json.ts'

/** JSON in UTF-8. */
export type JsonChunks = readonly Uint8Array[]

/** Properties of results that are serialized item by item, last. */
const LONG_LISTS = ['messages', 'datarows']
const CHUNK_CHARACTERS = 256 * 1024
/** Smaller answers are sent as a whole. */
const SENT_WHOLE_BYTES = 1024 * 1024

/** `count` is called with the size of each chunk; it may throw to stop. */
export async function jsonChunksOf(result: object, count: (bytes: number) => void): Promise<JsonChunks> {
  const chunks: Uint8Array[] = []
  for (const text of textsOf(result)) {
    if (chunks.length > 0) await afterOthers()
    const chunk = Buffer.from(text)
    count(chunk.length)
    chunks.push(chunk)
  }
  return chunks
}

function* textsOf(result: object): Generator<string> {
  const [name, items] = Object.entries(result).find(([key]) => LONG_LISTS.includes(key)) ?? []
  if (name === undefined || !Array.isArray(items)) return yield exactJson.stringify(result)
  const facts = exactJson.stringify({ ...result, [name]: undefined }).slice(0, -1)
  let text = `${facts}${facts === '{' ? '' : ','}"${name}":[`
  let separator = ''
  for (const item of items) {
    text += separator + exactJson.stringify(item)
    separator = ','
    if (text.length < CHUNK_CHARACTERS) continue
    yield text
    text = ''
  }
  yield `${text}]}`
}

/** An object whose values are JSON already. */
export function jsonObjectOf(values: Iterable<readonly [string, JsonChunks]>): JsonChunks {
  const named = [...values].flatMap(([name, chunks], place) => [
    Buffer.from(`${place === 0 ? '' : ','}${JSON.stringify(name)}:`),
    ...chunks,
  ])
  return [Buffer.from('{'), ...named, Buffer.from('}')]
}

const byteLengthOf = (chunks: JsonChunks): number => chunks.reduce((sum, { length }) => sum + length, 0)

/** Sent unchanged: response schemas would lose fields of messages and digits of integers. */
export function sendJsonChunks(reply: FastifyReply, chunks: JsonChunks): FastifyReply {
  reply.type('application/json; charset=utf-8')
  if (byteLengthOf(chunks) <= SENT_WHOLE_BYTES) return reply.send(Buffer.concat(chunks).toString())
  return reply.send(Readable.from(chunks))
}
