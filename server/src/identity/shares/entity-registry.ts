import { type GrnType, parseGrn } from '@logyard/contract/identity/shares'

/** What sharing has to know about a kind of entity; each area registers its own. */
export interface EntityKind {
  /** `undefined` when there is no such entity. */
  title(id: string): Promise<string | undefined>
  /** GRNs of what the entity is of no use without. */
  dependencies(id: string): Promise<readonly string[]>
}

export interface EntityRegistry {
  register(type: GrnType, kind: EntityKind): void
  findTitle(grn: string): Promise<string | undefined>
  dependenciesOf(grn: string): Promise<readonly string[]>
}

export function createEntityRegistry(): EntityRegistry {
  const kinds = new Map<GrnType, EntityKind>()
  const locate = (grn: string) => {
    const parsed = parseGrn(grn)
    const kind = parsed === undefined ? undefined : kinds.get(parsed.type)
    return parsed === undefined || kind === undefined ? undefined : { id: parsed.id, kind }
  }
  return {
    register(type, kind) {
      if (kinds.has(type)) throw new Error(`entities of type ${type} are registered twice`)
      kinds.set(type, kind)
    },
    async findTitle(grn) {
      const located = locate(grn)
      return located === undefined ? undefined : located.kind.title(located.id)
    },
    async dependenciesOf(grn) {
      const located = locate(grn)
      return located === undefined ? [] : located.kind.dependencies(located.id)
    },
  }
}
