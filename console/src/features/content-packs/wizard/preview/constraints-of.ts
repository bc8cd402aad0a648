import type { Constraint, PackEntity } from '@logyard/contract/content-packs/model-types'

/** Those of all entities, each once. */
export function constraintsOf(entities: readonly PackEntity[]): readonly Constraint[] {
  const all = entities.flatMap(({ constraints = [] }) => constraints)
  const byText = new Map(all.map((one) => [`${one.type} ${one.plugin ?? ''} ${one.version}`, one]))
  return [...byText.values()]
}
