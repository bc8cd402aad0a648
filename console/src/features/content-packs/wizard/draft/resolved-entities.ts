import type { PackEntity } from '@logyard/contract/content-packs/model-types'
import { entityTitle } from '../../model/entity-text.ts'
import { pathId, valueLeaves } from '../../model/value-leaves.ts'
import type { PackDraft } from './pack-draft.ts'

/**
 * The draft with the entities of its present choice. The server gives them new ids each time, so parameters follow to
 * the entity of the same type and title, to the places that it still has.
 */
export function withResolved(draft: PackDraft, resolved: readonly PackEntity[], resolvedFor: string): PackDraft {
  const before = new Map(draft.resolved.map((entity) => [nameOf(entity), entity]))
  const carried = resolved.map((entity) => {
    const old = before.get(nameOf(entity))
    const places = new Set(valueLeaves(entity.data).map(({ path }) => pathId(path)))
    const applied = old === undefined ? [] : (draft.applied[old.id] ?? [])
    return [entity.id, applied.filter(({ path }) => places.has(pathId(path)))]
  })
  const gone = new Set(draft.resolved.map(({ id }) => id))
  const kept = Object.entries(draft.applied).filter(([id]) => !gone.has(id))
  return { ...draft, resolved, resolvedFor, applied: Object.fromEntries([...kept, ...carried]) }
}

const nameOf = (entity: PackEntity) => `${entity.type.name}/${entityTitle(entity, [])}`
