import type { SettingsStore, Write } from '../../platform/settings/settings-store.ts'
import type { Users } from '../users/user-service.ts'
import type { Grants } from './grants.ts'

/**
 * Deletes an entity together with everything that refers to it in identity: its grants, and start pages. `commit` is
 * given the deletions of the grants, and commits them in one step with the entity's own.
 */
export type DeleteEntity = (
  target: string,
  id: string,
  commit: (deletingGrants: () => Promise<readonly Write[]>) => Promise<void>,
) => Promise<void>

/** The same for areas that prepare the commit themselves. */
export interface EntityDeletion {
  /** Writes for the commit that deletes the entity. */
  writes(target: string): Promise<readonly Write[]>
  /** Call it after the commit. */
  finish(target: string, id: string): Promise<void>
}

export function createEntityDeletion(deps: {
  readonly settings: SettingsStore
  readonly grants: Pick<Grants, 'deletingTarget'>
  readonly users: Pick<Users, 'clearStartpages'>
}): { readonly deleteEntity: DeleteEntity; readonly entityDeletion: EntityDeletion } {
  const { settings, grants, users } = deps
  const entityDeletion: EntityDeletion = {
    writes: grants.deletingTarget,
    async finish(target, id) {
      // Grants that were committed meanwhile. Those committed later are removed by the share that makes them.
      const late = await grants.deletingTarget(target)
      if (late.length > 0) await settings.commit(late)
      await users.clearStartpages(id)
    },
  }
  return {
    entityDeletion,
    async deleteEntity(target, id, commit) {
      await commit(() => entityDeletion.writes(target))
      await entityDeletion.finish(target, id)
    },
  }
}
