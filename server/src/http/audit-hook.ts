import type { OperationSpec } from '@logyard/contract/http/operation'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from './caller.ts'
import { statusOfError } from './error-handler.ts'

/** An operation that succeeded, was refused for lack of permission, or failed. */
export interface AuditedCall {
  readonly event: string
  /** The id of the operation; null for credentials that were refused. */
  readonly operation: string | null
  readonly caller: Pick<Caller, 'userId' | 'username'> | undefined
  /** Path parameters by name, without credentials. */
  readonly target: Readonly<Record<string, string>>
  readonly status: number
  readonly clientAddress: string
}

/**
 * Reports the outcome of an operation. Called where it is performed, not after the response has been sent: a client
 * that disconnects early must not escape the audit log.
 */
export function reportDone(
  api: FastifyInstance,
  op: OperationSpec,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
): void {
  const created = createdName(op, reply, answer)
  report(api, op, request, reply.statusCode, created === undefined ? {} : { created })
}

export const reportError = (api: FastifyInstance, op: OperationSpec, request: FastifyRequest, error: unknown): void =>
  report(api, op, request, statusOfError(error), {})

function report(
  api: FastifyInstance,
  op: OperationSpec,
  request: FastifyRequest,
  status: number,
  more: Readonly<Record<string, string>>,
): void {
  if (typeof op.audit !== 'string' || !isReported(status)) return
  api.operationHooks.audit({
    event: op.audit,
    operation: op.id,
    caller: request.caller,
    target: { ...targetOf(op, request.params), ...more },
    status,
    clientAddress: request.clientAddress,
  })
}

/** A request that is invalid, out of date or without credentials has changed nothing. */
const isReported = (status: number) => (status >= 200 && status < 300) || status === 403 || status >= 500

function targetOf(op: OperationSpec, params: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(Object(params)).filter(([name]) => op.secretParams?.includes(name) !== true)
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}

function createdName({ created }: OperationSpec, reply: FastifyReply, answer: unknown): string | undefined {
  if (created === undefined) return undefined
  if (created === 'location') return decoded(String(reply.getHeader('location')).split('/').at(-1) ?? '')
  const name = created.split('.').reduce((part: unknown, property) => Object(part)[property], answer)
  return typeof name === 'string' ? name : undefined
}

/** The operation was performed, so its entry must not fail on a malformed header. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch (error) {
    if (error instanceof URIError) return part
    throw error
  }
}
