/** The places in the data of an entity that take their value from a parameter. */
import type { PackParameter } from '@logyard/contract/content-packs/content-packs'
import type { PackEntity, ValueReference } from '@logyard/contract/content-packs/model-types'
import { pathId, type ValueLeaf, valueLeaves, withValues } from '../../model/value-leaves.ts'

export interface AppliedParameter {
  readonly path: readonly string[]
  readonly parameter: string
  /** Comes from the previous revision, which does not have the original value. */
  readonly isFixed: boolean
}

/** The parameters that the entity has in its revision. */
export const appliedIn = ({ data }: PackEntity): readonly AppliedParameter[] =>
  valueLeaves(data)
    .filter(({ type }) => type === 'parameter')
    .map(({ path, value }) => ({ path, parameter: String(value), isFixed: true }))

/** The places that a parameter can still be applied to. */
export function freeLeaves({ data }: PackEntity, applied: readonly AppliedParameter[]): readonly ValueLeaf[] {
  const taken = new Set(applied.map(({ path }) => pathId(path)))
  return valueLeaves(data).filter(({ path }) => !taken.has(pathId(path)))
}

const OWN_TYPES: ReadonlySet<string> = new Set(['string', 'integer', 'boolean', 'double'])

/** A place of another type than these takes any parameter. */
export const parametersFor = ({ type }: ValueLeaf, parameters: readonly PackParameter[]): readonly PackParameter[] =>
  OWN_TYPES.has(type) ? parameters.filter((parameter) => parameter.type === type) : parameters

/** The entity as the pack has it. */
export function withParameters(entity: PackEntity, applied: readonly AppliedParameter[] = []): PackEntity {
  const references = applied.map(({ path, parameter }): [string, ValueReference] => [
    pathId(path),
    { '@type': 'parameter', '@value': parameter },
  ])
  return { ...entity, data: withValues(entity.data, new Map(references)) }
}

type AppliedById = Readonly<Record<string, readonly AppliedParameter[]>>

/** A rename follows to every place where the parameter is applied. */
export const renamed = (all: AppliedById, from: string, to: string): AppliedById =>
  Object.fromEntries(
    Object.entries(all).map(([id, applied]) => [
      id,
      applied.map((one) => (one.parameter === from ? { ...one, parameter: to } : one)),
    ]),
  )

/** The number of places of these entities where the parameter is applied. */
export const usesOf = (name: string, entities: readonly PackEntity[], all: AppliedById): number =>
  entities.flatMap(({ id }) => all[id] ?? []).filter(({ parameter }) => parameter === name).length
