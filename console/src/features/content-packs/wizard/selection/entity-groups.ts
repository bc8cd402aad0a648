/** The objects that can be selected for a pack, by their type. */
import type { EntityExcerpt } from '@logyard/contract/content-packs/model-types'
import { naturally } from '../../../../base/text/natural-order.ts'
import { entityTitle, typeText } from '../../model/entity-text.ts'
import { excerptKey, type PackDraft } from '../draft/pack-draft.ts'

export interface Choice {
  readonly excerpt: EntityExcerpt
  readonly origin: 'pack' | 'server'
  readonly isSelected: boolean
}

export interface EntityGroup {
  readonly type: string
  readonly label: string
  readonly choices: readonly Choice[]
}

/** Sorted by type and title; those of the pack are beside those of the system. */
export function entityGroups(draft: PackDraft, catalog: readonly EntityExcerpt[]): readonly EntityGroup[] {
  const ofPack = draft.packEntities.map((entity): Choice => {
    const title = entityTitle(entity, draft.parameters)
    const { id, type } = entity
    return { excerpt: { id, type, title }, origin: 'pack', isSelected: draft.keptIds.has(id) }
  })
  const ofServer = catalog.map(
    (excerpt): Choice => ({ excerpt, origin: 'server', isSelected: draft.chosen.has(excerptKey(excerpt)) }),
  )
  const byType = Map.groupBy([...ofPack, ...ofServer], ({ excerpt }) => excerpt.type.name)
  return [...byType]
    .map(([type, choices]) => ({
      type,
      label: typeText(type),
      choices: choices.toSorted((a, b) => naturally(a.excerpt.title, b.excerpt.title)),
    }))
    .toSorted((a, b) => naturally(a.label, b.label))
}

/** Groups without a match are left out. */
export function filteredGroups(groups: readonly EntityGroup[], words: string): readonly EntityGroup[] {
  const wanted = words.trim().toLowerCase()
  if (wanted === '') return groups
  return groups
    .map((group) => ({
      ...group,
      choices: group.choices.filter(({ excerpt }) => excerpt.title.toLowerCase().includes(wanted)),
    }))
    .filter(({ choices }) => choices.length > 0)
}

/** The changes to a draft that select or clear these. */
export function withSelected(
  draft: PackDraft,
  choices: readonly Choice[],
  isSelected: boolean,
): Pick<PackDraft, 'keptIds' | 'chosen'> {
  const keptIds = new Set(draft.keptIds)
  const chosen = new Map(draft.chosen)
  for (const { excerpt, origin } of choices) {
    if (origin === 'pack') isSelected ? keptIds.add(excerpt.id) : keptIds.delete(excerpt.id)
    else isSelected ? chosen.set(excerptKey(excerpt), excerpt) : chosen.delete(excerptKey(excerpt))
  }
  return { keptIds, chosen }
}
