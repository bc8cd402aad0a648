/** A content pack while the wizard makes it. */
import type { ContentPack, ContentPackDraft, PackParameter } from '@logyard/contract/content-packs/content-packs'
import type { EntityExcerpt, PackEntity } from '@logyard/contract/content-packs/model-types'
import { entityTitle } from '../../model/entity-text.ts'
import { type UrlProblem, urlProblem } from '../../model/pack-url.ts'
import { pathId, valueLeaves } from '../../model/value-leaves.ts'
import { type AppliedParameter, appliedIn, withParameters } from './applied-parameters.ts'

export interface PackDetails {
  readonly name: string
  readonly summary: string
  readonly description: string
  readonly vendor: string
  readonly url: string
}

export interface PackDraft extends PackDetails {
  readonly id: string
  readonly rev: number
  readonly parameters: readonly PackParameter[]
  /** Entities of the revision that the new one starts from. */
  readonly packEntities: readonly PackEntity[]
  /** Their ids, as far as the new revision has them. */
  readonly keptIds: ReadonlySet<string>
  /** Objects of the system, by `excerptKey`. */
  readonly chosen: ReadonlyMap<string, EntityExcerpt>
  /** The chosen objects and what they depend on, as entities. */
  readonly resolved: readonly PackEntity[]
  /** The choice that `resolved` belongs to. */
  readonly resolvedFor: string
  /** Applied parameters by the id of the entity. */
  readonly applied: Readonly<Record<string, readonly AppliedParameter[]>>
}

export const excerptKey = ({ type, id }: Pick<EntityExcerpt, 'type' | 'id'>): string => `${type.name}/${id}`

/** Equal choices have equal texts. */
export const choiceText = (chosen: PackDraft['chosen']): string => [...chosen.keys()].toSorted().join('\n')

const NOTHING_CHOSEN = {
  packEntities: [],
  keptIds: new Set<string>(),
  chosen: new Map<string, EntityExcerpt>(),
  resolved: [],
  resolvedFor: '',
  applied: {},
}

export const newDraft = (id: string): PackDraft => ({
  id,
  rev: 1,
  name: '',
  summary: '',
  description: '',
  vendor: '',
  url: '',
  parameters: [],
  ...NOTHING_CHOSEN,
})

/** Starts a new revision from another one; it becomes the latest. */
export function draftFrom(pack: ContentPack, latest: number): PackDraft {
  const { id, name, summary, description, vendor, url, parameters, entities } = pack
  return {
    ...NOTHING_CHOSEN,
    id,
    rev: latest + 1,
    name,
    summary,
    description,
    vendor,
    url: url.trim(),
    parameters,
    packEntities: entities,
    keptIds: new Set(entities.map((entity) => entity.id)),
    applied: Object.fromEntries(entities.map((entity) => [entity.id, appliedIn(entity)])),
  }
}

/** The entities of the new revision, before parameters are applied. */
export const draftEntities = ({ packEntities, keptIds, resolved }: PackDraft): readonly PackEntity[] => [
  ...packEntities.filter(({ id }) => keptIds.has(id)),
  ...resolved,
]

export type SelectionProblem = 'required' | UrlProblem | 'nothingSelected'

export function selectionProblems(
  draft: PackDraft,
): Readonly<Partial<Record<'name' | 'summary' | 'vendor' | 'url' | 'entities', SelectionProblem>>> {
  const wrongUrl = urlProblem(draft.url)
  return {
    ...(draft.name.trim() === '' ? { name: 'required' } : {}),
    ...(draft.summary.trim() === '' ? { summary: 'required' } : {}),
    ...(draft.vendor.trim() === '' ? { vendor: 'required' } : {}),
    ...(wrongUrl === undefined ? {} : { url: wrongUrl }),
    ...(draft.keptIds.size === 0 && draft.chosen.size === 0 ? { entities: 'nothingSelected' } : {}),
  }
}

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

/** The pack as it is uploaded and downloaded. */
export const packToSend = (draft: PackDraft): ContentPackDraft => ({
  v: '1',
  id: draft.id,
  rev: draft.rev,
  name: draft.name,
  summary: draft.summary,
  description: draft.description,
  vendor: draft.vendor,
  url: draft.url.trim(),
  parameters: [...draft.parameters],
  entities: draftEntities(draft).map((entity) => withParameters(entity, draft.applied[entity.id])),
})
