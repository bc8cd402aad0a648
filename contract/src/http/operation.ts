/**
 * One call of the API, described once: the server registers and checks it, the console's client is typed by it,
 * the OpenAPI document and the API browser are generated from it. One file per area lists its operations.
 */
import { type Static, type TObject, type TSchema, Type } from 'typebox'

type ChangingMethod = 'POST' | 'PUT' | 'DELETE'

/** The name of an operation in the audit log: `<subject>:<verb>`. Operations that do the same share an event. */
export type AuditEvent = `${string}:${string}`
/** Why an operation has no entry in the audit log, although its method is not GET. */
export interface Unaudited {
  readonly unaudited: string
}
export const READS_ONLY: Unaudited = { unaudited: 'It changes nothing' }
export const RUNS_SEARCH: Unaudited = { unaudited: 'It is a step of running a search, which changes no messages' }

/**
 * Who may call. `holds` is checked before the body is read; `<name>` in a permission stands for the path parameter.
 * `owner-decides` is checked by the area's service, because the required permission depends on the stored entity.
 */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'signed-in' }
  | {
      readonly kind: 'holds'
      readonly permissions: readonly string[]
      /** Needed, too, although the Graylog 4.0 API does not ask for them. */
      readonly more?: readonly string[]
    }
  | { readonly kind: 'owner-decides'; readonly permissions: readonly string[] }

export const publicAccess = { kind: 'public' } as const satisfies Access
export const signedIn = { kind: 'signed-in' } as const satisfies Access
export const holds = <const P extends readonly string[]>(...permissions: P) =>
  ({ kind: 'holds', permissions }) as const satisfies Access
export const holdsMore = <const P extends readonly string[], const M extends readonly string[]>(
  permissions: P,
  more: M,
) => ({ kind: 'holds', permissions, more }) as const satisfies Access
export const ownerDecides = <const P extends readonly string[]>(...permissions: P) =>
  ({ kind: 'owner-decides', permissions }) as const satisfies Access

/** All permissions that the operation names. */
export const permissionsOf = (access: Access): readonly string[] => {
  if (access.kind === 'public' || access.kind === 'signed-in') return []
  return access.kind === 'holds' ? [...access.permissions, ...(access.more ?? [])] : access.permissions
}

export type PermissionValues = Readonly<Record<string, string | null | undefined>>

/** `inputs:edit:<id>` with the value of `id`. A name without a value means all objects: `inputs:edit`. */
export const permissionFor = (permission: string, values: PermissionValues): string =>
  permission.replaceAll(/:<([^>]+)>/g, (_, name: string) => {
    const value = values[name] ?? undefined
    return value === undefined ? '' : `:${value}`
  })

type NamesWithin<Permission> = Permission extends `${string}<${infer Name}>${infer Rest}`
  ? Name | NamesWithin<Rest>
  : never
/** The names in the permissions of an operation: `inputId` for `inputs:edit:<inputId>`. */
export type PermissionNames<Of extends Access> = Of extends { readonly permissions: readonly (infer Named)[] }
  ? NamesWithin<Named> | (Of extends { readonly more: readonly (infer More)[] } ? NamesWithin<More> : never)
  : never

/** A response without a body. */
export const NoBody = Type.Null({ title: 'NoBody' })
/** A request or response body that is not JSON, but bytes or text. */
export const Raw = Type.Unknown({ title: 'Raw' })

export interface OperationFacts {
  /** `users.list`: the same name as in the reference list of operations, where that has one. */
  readonly id: string
  readonly area: string
  /** Below `/api`, with `{name}` for parameters. A last `{name*}` takes the rest of the path, slashes included. */
  readonly path: string
  /**
   * Which node of a cluster answers: `this` for the one that received the request, or that the query parameter `node_id`
   * names where the operation has it; `named` for the one that the path parameter `nodeId` names. Any node can answer all
   * others.
   */
  readonly node?: 'this' | 'named'
  /**
   * The operation that every node is asked: the response is a map of their responses by node id, null for a node that
   * failed or refused. `part` is the property of their responses that counts.
   */
  readonly merges?: { readonly each: OperationSpec; readonly part?: string }
  readonly summary: string
  readonly access: Access
  readonly params?: TObject
  readonly query?: TObject
  readonly body?: TSchema
  /** The body may be missing; it is then `null`. */
  readonly bodyOptional?: true
  /** The body may also be `text/plain`; it is then a string. */
  readonly textBody?: true
  /**
   * The body may also be a form, which other programs send without X-Requested-By. The form must contain its own proof:
   * the caller's credentials must not matter.
   */
  readonly formBody?: true
  /** The maximum size of the body, if not `bodyBytesOf`'s default. */
  readonly bodyBytes?: number
  /** The content types of the response, if not only JSON. */
  readonly produces?: readonly string[]
  /** Refuses HEAD, for a GET that is expensive, opens a stream or works only once. */
  readonly headRefused?: true
  /** Response schemas by status. The handler's return value is sent with the first 2xx. */
  readonly answers: Readonly<Record<number, TSchema>>
  /** The property of the response, or `object.property`, that names what was created; `location` for the end of that header. */
  readonly created?: string
  /** Path parameters whose values are credentials: the audit log leaves them out. */
  readonly secretParams?: readonly string[]
  /**
   * Changes something outside the settings store, so that it cannot be committed together with its entry in the audit
   * log: the entry is written before, and gets its outcome afterwards.
   */
  readonly isOutside?: true
}

/** An operation that may change something must name its audit event, or say why it has none. */
export type OperationSpec = OperationFacts &
  /** A GET that can open a session has an entry in the audit log if it does. */
  (
    | { readonly method: 'GET'; readonly audit?: AuditEvent }
    | { readonly method: ChangingMethod; readonly audit: AuditEvent | Unaudited }
  )

/** Limit for searches, views and messages, which may be large. */
export const LARGE_BODY_BYTES = 16 * 1024 * 1024
const BODY_BYTES = 1024 * 1024
/** Limit for public operations: a user name and a password at most. */
const PUBLIC_BODY_BYTES = 16 * 1024

/** The maximum size of the operation's body; a larger one is refused before it is read. */
export const bodyBytesOf = (op: OperationSpec): number =>
  op.bodyBytes ?? (op.access.kind === 'public' ? PUBLIC_BODY_BYTES : BODY_BYTES)

export const operation = <const Spec extends OperationSpec>(spec: Spec): Spec => spec

type Facts = Omit<OperationFacts, 'area' | 'path'>
type ReadingFacts = Facts & { readonly audit?: AuditEvent }
type ChangingFacts = Facts & { readonly audit: AuditEvent | Unaudited }

/** Functions that describe the operations of an area: `const { get, post } = inArea('streams')`. */
export const inArea = <const Area extends string>(area: Area) => ({
  get: <const Path extends string, const F extends ReadingFacts>(path: Path, facts: F) =>
    operation({ area, method: 'GET', path, ...facts }),
  post: <const Path extends string, const F extends ChangingFacts>(path: Path, facts: F) =>
    operation({ area, method: 'POST', path, ...facts }),
  put: <const Path extends string, const F extends ChangingFacts>(path: Path, facts: F) =>
    operation({ area, method: 'PUT', path, ...facts }),
  del: <const Path extends string, const F extends ChangingFacts>(path: Path, facts: F) =>
    operation({ area, method: 'DELETE', path, ...facts }),
})

const isOperation = (exported: unknown): exported is OperationSpec =>
  typeof exported === 'object' && exported !== null && 'method' in exported && 'answers' in exported

const METHODS = ['GET', 'POST', 'PUT', 'DELETE']

/** The operations that the modules export; those of a module by path, and those of a path by method. */
export const operationsOf = (...modules: readonly object[]): readonly OperationSpec[] =>
  modules.flatMap((module) =>
    Object.values(module)
      .filter(isOperation)
      .toSorted((a, b) => compare(a.path, b.path) || METHODS.indexOf(a.method) - METHODS.indexOf(b.method)),
  )

const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)

type PathParameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [K in Name extends `${infer Plain}*` ? Plain : Name]: string } & PathParameters<Rest>
  : unknown

export type Params<Op extends OperationSpec> = Op extends { readonly params: infer S extends TSchema }
  ? Static<S>
  : PathParameters<Op['path']>
export type Query<Op extends OperationSpec> = Op extends { readonly query: infer S extends TSchema }
  ? Static<S>
  : Record<never, never>
export type Body<Op extends OperationSpec> = Op extends { readonly body: infer S extends TSchema }
  ? Op extends { readonly bodyOptional: true }
    ? Static<S> | null
    : Static<S>
  : null

type SuccessStatus = 200 | 201 | 202 | 204
export type Answer<Op extends OperationSpec> = {
  [S in keyof Op['answers']]: S extends SuccessStatus ? Static<Op['answers'][S]> : never
}[keyof Op['answers']]
export type AnswerOf<Op extends OperationSpec, S extends keyof Op['answers']> = Op['answers'][S] extends infer A extends
  TSchema
  ? Static<A>
  : never

/** The status of the plain success response. */
export function successStatus(op: OperationSpec): number {
  const status = Object.keys(op.answers)
    .map(Number)
    .find((candidate) => candidate >= 200 && candidate < 300)
  if (status === undefined) throw new Error(`operation ${op.id} names no success answer`)
  return status
}
