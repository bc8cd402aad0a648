import { isUtf8 } from 'node:buffer'
import { setImmediate as afterOthers } from 'node:timers/promises'
import type { OperationSpec } from '@logyard/contract/http/operation'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notSignedIn } from './access.ts'
import { inspectJson, type JsonDanger, MAX_KEYS, MAX_VALUES } from './inspect-json.ts'
import { bodyHashOf, EMPTY_BODY_HASH } from './peer-call.ts'
import { isJsonSchema } from './route-schema.ts'
import { apiError, RequestRefused } from './status-answers.ts'

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i
const TEXT_TYPE = /^text\/plain\s*(?:;|$)/i

const unreadable = (reason: string) => new RequestRefused(400, 'body-unreadable', apiError(reason))

/** Runs before the body is read: refuses content types that the operation does not accept. */
export function checkContentType(op: OperationSpec, request: FastifyRequest): void {
  const { 'content-type': type, 'content-encoding': encoding } = request.headers
  if (op.body === undefined) return
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') throw unsupportedType()
  if (type !== undefined && !takes(op, type) && hasBody(request)) throw unsupportedType()
}

/** One parser for all bodies: the operation, not the content type, decides how to read them. */
export function addBodyParser(api: FastifyInstance): void {
  api.removeAllContentTypeParsers()
  api.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, bytes: Buffer) => {
    const op = request.routeOptions.config.operation
    if (request.peerCall !== undefined) request.bodyHash = bodyHashOf(bytes)
    if (op?.body === undefined || bytes.byteLength === 0) return undefined
    if (!isJsonSchema(op.body)) return bytes
    const { 'content-type': type } = request.headers
    if (type === undefined) throw unsupportedType()
    if (op.textBody && TEXT_TYPE.test(type)) return textOf(bytes)
    if (op.formBody && FORM_TYPE.test(type)) return parseForm(bytes)
    return parseJson(bytes)
  })
  // Also for a request without a body, which is not parsed.
  api.addHook('preValidation', (request, _reply, done) => {
    const { peerCall, bodyHash = EMPTY_BODY_HASH } = request
    done(peerCall === undefined || peerCall.bodyHash === bodyHash ? undefined : notSignedIn())
  })
}

const unsupportedType = () => new RequestRefused(415, 'content-type-refused')

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

function takes(op: OperationSpec, type: string): boolean {
  if (op.body === undefined || !isJsonSchema(op.body)) return true
  if (op.textBody === true && TEXT_TYPE.test(type)) return true
  return JSON_TYPE.test(type) || (op.formBody === true && FORM_TYPE.test(type))
}

function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw unreadable('The request body is not valid UTF-8.')
  return bytes.toString('utf8')
}

/** The fields as texts. */
function parseForm(bytes: Buffer): Record<string, string> {
  const fields = [...new URLSearchParams(textOf(bytes))]
  const names = new Set(fields.map(([name]) => name))
  if (names.size < fields.length) throw unreadable('The request body has a field twice.')
  return Object.fromEntries(fields)
}

/** Between the two passes over a longer text other requests have their turn. */
const READ_AT_ONCE = 262_144

async function parseJson(bytes: Buffer): Promise<unknown> {
  const text = textOf(bytes)
  const danger = inspectJson(text)
  if (danger !== undefined) throw unreadable(sentence(danger))
  if (text.length > READ_AT_ONCE) await afterOthers()
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw unreadable(`The request body is not valid JSON: ${problemOf(error)}`)
    throw error
  }
}

/** Some messages of the parser quote the text around the error, which may be a password. */
const problemOf = ({ message }: SyntaxError) => message.replace(/, (?:\.\.\.)?".*is not valid JSON$/s, '')

function sentence(danger: JsonDanger): string {
  switch (danger.kind) {
    case 'too-deep':
      return 'The request body is nested too deeply.'
    case 'too-many-values':
      return `The request body has more than ${MAX_VALUES} values.`
    case 'too-many-keys':
      return `The request body has an object with more than ${MAX_KEYS} properties.`
    case 'repeated-key':
      return `The request body has the property ${danger.key} twice in one object.`
    case 'forbidden-key':
      return `Unable to map property ${danger.key}.`
  }
}
