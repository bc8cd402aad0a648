/** Large answers as JSON: made and sent in pieces, so that others are answered in between. */
import { Readable } from 'node:stream'
import { setImmediate as afterOthers } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { exactJson } from './exact-json.ts'

/** JSON in UTF-8. */
export type JsonPieces = readonly Uint8Array[]

const PIECE_CHARACTERS = 256 * 1024
/** Smaller answers are sent in one piece. */
const SENT_WHOLE_BYTES = 1024 * 1024

/** `count` is told of each piece, and may throw: then no more are made. */
export async function jsonPiecesOf(result: object, count: (bytes: number) => void): Promise<JsonPieces> {
  const pieces: Uint8Array[] = []
  for (const text of piecesOf(result)) {
    if (pieces.length > 0) await afterOthers()
    const piece = Buffer.from(text)
    count(piece.length)
    pieces.push(piece)
  }
  return pieces
}

function* piecesOf(result: object): Generator<string> {
  if (!('messages' in result) || !Array.isArray(result.messages)) return yield exactJson.stringify(result)
  const { messages, ...facts } = result
  let text = `${exactJson.stringify(facts).slice(0, -1)},"messages":[`
  let separator = ''
  for (const message of messages) {
    text += separator + exactJson.stringify(message)
    separator = ','
    if (text.length < PIECE_CHARACTERS) continue
    yield text
    text = ''
  }
  yield `${text}]}`
}

/** An object of values that are JSON already. */
export function jsonObjectOf(values: Iterable<readonly [string, JsonPieces]>): JsonPieces {
  const named = [...values].flatMap(([name, pieces], place) => [
    Buffer.from(`${place === 0 ? '' : ','}${JSON.stringify(name)}:`),
    ...pieces,
  ])
  return [Buffer.from('{'), ...named, Buffer.from('}')]
}

const byteLengthOf = (pieces: JsonPieces): number => pieces.reduce((sum, { length }) => sum + length, 0)

/** As it is: no schema may leave out fields of messages, or digits of their numbers. */
export function sendJsonPieces(reply: FastifyReply, pieces: JsonPieces): FastifyReply {
  reply.type('application/json; charset=utf-8')
  if (byteLengthOf(pieces) <= SENT_WHOLE_BYTES) return reply.send(Buffer.concat(pieces).toString())
  return reply.send(Readable.from(pieces))
}
