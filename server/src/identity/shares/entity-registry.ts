/**
 * What other areas have to know about each other's entities: their titles for sharing, what they need, and what they
 * use. Each area registers its own kinds, so that none imports another.
 */
import { type GrnType, parseGrn } from '@logyard/contract/identity/shares'

export interface EntityKind {
  /** `undefined` when there is no such entity. */
  title(id: string): Promise<string | undefined>
  /** GRNs of the entities that this one depends on. */
  dependencies(id: string): Promise<readonly string[]>
}

/** Objects that entities use and that have no GRN of their own. */
export type UsedKind = 'index-set' | 'stored-search'

export interface Use {
  /** GRN of the entity. */
  readonly by: string
  /** The id of what it uses. */
  readonly of: string
}

export interface EntityUses {
  /** GRNs of the entities that use this one. */
  usersOf(id: string): Promise<readonly string[]>
  all(): Promise<readonly Use[]>
}

export type EntityRegistry = ReturnType<typeof createEntityRegistry>

export function createEntityRegistry() {
  const kinds = new Map<GrnType, EntityKind>()
  const uses: { readonly kind: UsedKind; readonly uses: EntityUses }[] = []
  const locate = (grn: string) => {
    const parsed = parseGrn(grn)
    const kind = parsed === undefined ? undefined : kinds.get(parsed.type)
    return parsed === undefined || kind === undefined ? undefined : { id: parsed.id, kind }
  }
  const collectUses = async <T>(wanted: UsedKind, read: (uses: EntityUses) => Promise<readonly T[]>) => {
    const found = uses.filter(({ kind }) => kind === wanted).map((registered) => read(registered.uses))
    return (await Promise.all(found)).flat()
  }
  return {
    register(type: GrnType, kind: EntityKind) {
      if (kinds.has(type)) throw new Error(`entities of type ${type} are registered twice`)
      kinds.set(type, kind)
    },
    async findTitle(grn: string) {
      const located = locate(grn)
      return located === undefined ? undefined : located.kind.title(located.id)
    },
    async dependenciesOf(grn: string) {
      const located = locate(grn)
      return located === undefined ? [] : located.kind.dependencies(located.id)
    },
    /** Called by each area whose entities use objects of this kind. */
    registerUses: (kind: UsedKind, ofArea: EntityUses) => void uses.push({ kind, uses: ofArea }),
    /** GRNs of the entities that use it. */
    usedBy: (kind: UsedKind, id: string) => collectUses(kind, (ofArea) => ofArea.usersOf(id)),
    usesOf: (kind: UsedKind) => collectUses(kind, (ofArea) => ofArea.all()),
  }
}
