/** One call of the permission matrix, which shows whether the caller may do it without doing it where possible. */
import { request } from 'node:http'
import type { OperationSpec } from '@logyard/contract/http/operation'
import type { AttackedWorld } from '../attack/attacked-world.ts'
import { pathOf } from '../attack/attempt.ts'
import type { KnownEntities } from '../attack/known-entities.ts'
import { baseAttempt } from '../attack/plan-attack.ts'
import { ADMINISTRATOR, type MatrixCaller } from './matrix-callers.ts'

/**
 * `u` not signed in, `-` refused, `h` hidden as if it did not exist, `+` allowed, `?` the request was invalid before its
 * entities were known.
 */
export type Verdict = 'u' | '-' | 'h' | '+' | '?'

const LIMIT_MS = 20_000
/** Longer than any operation accepts: permissions are checked before the body is refused, and nothing is done. */
const TOO_LONG = 1_000_000_000

/** For operations that allow everybody to ask for nothing, such as to add no users. */
const BODIES: Readonly<Record<string, (known: KnownEntities) => unknown>> = {
  'authz_roles.add_assignees': ({ foreign }) => foreign['username']?.slice(1),
}

/** Whether the service decides, so that the call has to be made with its body. */
export const isDecidedLater = ({ access, method }: OperationSpec) => access.kind === 'owner-decides' && method !== 'GET'

export async function askVerdict(world: AttackedWorld, op: OperationSpec, caller: MatrixCaller): Promise<Verdict> {
  // The service allows the administrator everything, and some of it would end the test.
  if (isDecidedLater(op) && caller.name === ADMINISTRATOR) return '+'
  const attempt = baseAttempt(op, { ...world.admin, known: { ...world.admin.known, own: ownWords(world) } })
  const isRefused = op.method !== 'GET' && !isDecidedLater(op)
  const sent = BODIES[op.id]?.(world.admin.known) ?? attempt.body
  const body = isDecidedLater(op) && sent !== undefined ? JSON.stringify(sent) : undefined
  const url = `${world.receiver.url}api${pathOf(attempt)}`
  const headers = {
    accept: attempt.accept,
    'x-requested-by': 'matrix',
    ...(caller.authorization === undefined ? {} : { authorization: caller.authorization }),
    ...(isRefused || body !== undefined ? { 'content-type': 'application/json' } : {}),
    ...(isRefused ? { 'content-length': TOO_LONG } : {}),
  }
  const status = await statusOf(url, { method: op.method, headers, body })
  return isDecidedLater(op) && status === 400 ? '?' : verdictOf(status)
}

interface MatrixRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string | number>>
  readonly body: string | undefined
}

/** Status from the first line of the response: some responses do not end. */
function statusOf(url: string, { method, headers, body }: MatrixRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method, headers, signal: AbortSignal.timeout(LIMIT_MS), agent: false })
    call.on('response', (response) => {
      resolve(response.statusCode ?? 0)
      response.destroy()
    })
    call.on('error', reject)
    if (body !== undefined) call.end(body)
    else if ('content-length' in headers) call.flushHeaders()
    else call.end()
  })
}

/** Everything that a path names belongs to somebody else, except words and the node. */
const ownWords = ({ admin: { known } }: AttackedWorld) =>
  Object.fromEntries(Object.entries(known.own).filter(([kind]) => known.foreign[kind] === undefined))

function verdictOf(status: number): Verdict {
  if (status === 401) return 'u'
  if (status === 403) return '-'
  return status === 404 ? 'h' : '+'
}
