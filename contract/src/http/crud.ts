/**
 * The operations that most kinds of objects have: list, get, create, update and delete objects, and validate a draft.
 * A kind is described once, and each of its operations says only how it differs from the usual.
 */
import { type TSchema, Type } from 'typebox'
import { ApiError, refusedBody, ValidationResult } from './envelope.ts'
import {
  type Access,
  holds,
  NoBody,
  type OperationFacts,
  type OperationSpec,
  operation,
  READS_ONLY,
} from './operation.ts'

const NAMES = ['list', 'get', 'create', 'update', 'delete', 'validate'] as const
type OperationName = (typeof NAMES)[number]
type OwnFacts = Partial<OperationFacts>

interface KindFacts {
  /** `roles`: the first part of the ids of the operations. */
  readonly id: string
  readonly area: string
  /** The path of the list. An object is at `{key}` below it. */
  readonly path: string
  /** The name of the path parameter. */
  readonly key: string
  /** `role`: one object, in summaries. */
  readonly one: string
  readonly access: Readonly<Record<OperationName, Access>>
  /** The subject of the audit events. */
  readonly audit: string
  readonly entity: TSchema
  readonly draft: TSchema
  /** The body of a response with 400. */
  readonly refused: TSchema
  /** A valid draft. Its name, and the ids of other objects in it, are to be replaced. */
  readonly example?: object
}

/** A kind of objects has the operations that are named here, with the facts that are not as usual. */
export interface Kind extends KindFacts {
  readonly list?: OwnFacts
  readonly get?: OwnFacts
  readonly create?: OwnFacts
  readonly update?: OwnFacts
  readonly delete?: OwnFacts
  readonly validate?: OwnFacts
}

/** Each object has permissions of its own: `roles:edit:<name>`. */
export const perObject = <const Group extends string, const Key extends string>(group: Group, key: Key) => ({
  ...perKind(group, 'edit'),
  get: holds(`${group}:read:<${key}>` as const),
  update: holds(`${group}:edit:<${key}>` as const),
  delete: holds(`${group}:delete:<${key}>` as const),
})

/** The permissions are the same for all objects of the kind: `sidecar_collectors:update`. */
export const perKind = <const Group extends string, const Changing extends 'edit' | 'update'>(
  group: Group,
  changing: Changing,
) => ({
  list: holds(`${group}:read` as const),
  get: holds(`${group}:read` as const),
  create: holds(`${group}:create` as const),
  update: holds(`${group}:${changing}` as const),
  delete: holds(`${group}:delete` as const),
  validate: holds(`${group}:read` as const),
})

/** Objects belong to another one, whose permissions count: `streams:read:<id>` and `streams:edit:<id>`. */
export const perOwner = <const R extends Access, const C extends Access>(reading: R, changing: C) => ({
  list: reading,
  get: reading,
  create: changing,
  update: changing,
  delete: changing,
  validate: reading,
})

/** The facts of a kind, each with its exact type: from a `kind: K` the compiler would read only `string`. */
type Exact<K extends KindFacts> = {
  readonly [Fact in keyof KindFacts]: Fact extends 'access'
    ? { readonly [Name in OperationName]: K['access'][Name] }
    : K[Fact]
}

/** The usual facts of all operations. */
const usualOperations = <K extends KindFacts>(kind: Exact<K>) => {
  const { id, area, path, key, one, access, audit, entity, draft, refused } = kind
  const object = { area, path: `${path}/{${key}}` } as const
  const a = /^[aeiou]/.test(one) ? `an ${one}` : `a ${one}`
  return {
    list: {
      id: `${id}.list`,
      area,
      method: 'GET',
      path,
      summary: `All ${one}s`,
      access: access.list,
      answers: { 200: Type.Array(entity) },
    },
    get: {
      id: `${id}.get`,
      ...object,
      method: 'GET',
      summary: `One ${one}`,
      access: access.get,
      answers: { 200: entity, 404: ApiError },
    },
    create: {
      id: `${id}.create`,
      area,
      method: 'POST',
      path,
      summary: `Create ${a}`,
      access: access.create,
      audit: `${audit}:create`,
      created: 'id',
      body: draft,
      answers: { 200: entity, 400: refused },
    },
    update: {
      id: `${id}.update`,
      ...object,
      method: 'PUT',
      summary: `Change ${a}`,
      access: access.update,
      audit: `${audit}:update`,
      body: draft,
      answers: { 200: entity, 400: refused, 404: ApiError },
    },
    delete: {
      id: `${id}.delete`,
      ...object,
      method: 'DELETE',
      summary: `Delete ${a}`,
      access: access.delete,
      audit: `${audit}:delete`,
      answers: { 204: NoBody, 404: ApiError },
    },
    validate: {
      id: `${id}.validate`,
      area,
      method: 'POST',
      path: `${path}/validate`,
      summary: `Check ${a} without storing it`,
      access: access.validate,
      audit: READS_ONLY,
      body: draft,
      // The problems of a draft are the answer; only a body that does not fit the schema is refused.
      answers: { 200: ValidationResult, 400: refusedBody },
    },
  } as const
}

type Usual<K extends KindFacts> = ReturnType<typeof usualOperations<K>>

/** The operations of a kind, each with its own facts in place of the usual ones, and the kind's description. */
export type Crud<K extends Kind> = Omit<K, OperationName> & {
  readonly [Name in OperationName & keyof K]: Omit<Usual<K>[Name], keyof K[Name]> & K[Name]
}

/** Any kind, with its operations. */
export type AnyKind = KindFacts & { readonly [Name in OperationName]?: OperationSpec }

const isKind = (value: unknown): value is AnyKind =>
  typeof value === 'object' && value !== null && 'draft' in value && 'refused' in value

/** The kinds that the modules export. */
export const kindsOf = (...modules: readonly object[]): readonly AnyKind[] =>
  modules.flatMap((module): unknown[] => Object.values(module)).filter(isKind)

export function crud<const K extends Kind>(kind: K): Crud<K>
export function crud(kind: Kind): object {
  const usual = usualOperations(kind)
  const operations: Partial<Record<OperationName, OperationSpec>> = {}
  for (const name of NAMES) {
    const own = kind[name]
    if (own !== undefined) operations[name] = operation({ ...usual[name], ...own })
  }
  return { ...kind, ...operations }
}
