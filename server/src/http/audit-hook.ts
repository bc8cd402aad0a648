import type { OperationSpec } from '@logyard/contract/http/operation'
import { unlessThrown } from '@logyard/languages/errors/unless-thrown'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from './caller.ts'
import { statusOfError } from './error-handler.ts'

/** An operation that changes something, as it is called. */
export interface AuditedCall {
  readonly event: string
  /** The id of the operation; null for credentials that were refused. */
  readonly operation: string | null
  /** The caller as known now: a sign-in has one only once it has succeeded. */
  readonly caller: () =>
    | Pick<Caller, 'userId' | 'username' | 'sessionId' | 'sessionName' | 'credential' | 'tokenName'>
    | undefined
  /** Path parameters by name, without credentials. */
  readonly target: Readonly<Record<string, string>>
  readonly clientAddress: string
  readonly userAgent: string
  /** The status of a response that reports success. */
  readonly successStatus: number
  /** It changes something outside the settings store. */
  readonly isOutside: boolean
  /** It usually only reads, and has an entry only if it commits something. */
  readonly isReading: boolean
}

/** The status, and the id or name of what was created. */
export interface AuditedOutcome {
  readonly status: number
  readonly created?: string
}

export interface AuditHook {
  /** Performs the operation; everything that it commits is committed together with its entry. */
  perform<T>(
    call: AuditedCall,
    work: () => Promise<{ readonly answer: T; readonly outcome: AuditedOutcome }>,
  ): Promise<T>
  /** The operation was refused or failed before it was performed. */
  refused(call: AuditedCall, status: number): void
}

/** Performs the handler of an operation under the audit log, if it changes something, and logs that it did. */
export async function performAudited<T>(
  api: FastifyInstance,
  op: OperationSpec,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  status: number,
  handle: () => Promise<T> | T,
): Promise<T> {
  const call = callOf(op, request, status)
  if (call === undefined) return handle()
  request.isAudited = true
  return api.operationHooks.audit.perform(call, async () => {
    const answer = await handle()
    const created = createdName(op, reply, answer)
    const { event, target, isReading } = call
    if (!isReading && reply.statusCode < 300) request.log.info({ event, target, created }, 'operation performed')
    return { answer, outcome: { status: reply.statusCode, ...(created === undefined ? {} : { created }) } }
  })
}

/** Reports a request that was refused before its handler: its permission, its body or its parameters. */
export function reportRefusal(api: FastifyInstance, op: OperationSpec, request: FastifyRequest, error: unknown): void {
  const status = statusOfError(error)
  // The caller is not signed in. Refused passwords are reported by their check.
  if (request.isAudited === true || status === 401 || op.method === 'GET') return
  const call = callOf(op, request, status)
  if (call !== undefined) api.operationHooks.audit.refused(call, status)
}

function callOf(op: OperationSpec, request: FastifyRequest, successStatus: number): AuditedCall | undefined {
  if (typeof op.audit !== 'string') return undefined
  return {
    event: op.audit,
    operation: op.id,
    caller: () => request.caller,
    target: targetOf(op, request.params),
    clientAddress: request.clientAddress,
    userAgent: String(request.headers['user-agent'] ?? ''),
    successStatus,
    isOutside: op.isOutside === true,
    isReading: op.method === 'GET',
  }
}

function targetOf(op: OperationSpec, params: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(Object(params)).filter(([name]) => op.secretParams?.includes(name) !== true)
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}

function createdName({ created }: OperationSpec, reply: FastifyReply, answer: unknown): string | undefined {
  if (created === undefined) return undefined
  if (created === 'location') {
    const id = String(reply.getHeader('location')).split('/').at(-1) ?? ''
    // The operation was performed, so its entry must not fail on a malformed header.
    return unlessThrown(URIError, () => decodeURIComponent(id)) ?? id
  }
  const name = created.split('.').reduce((part: unknown, property) => Object(part)[property], answer)
  return typeof name === 'string' ? name : undefined
}
