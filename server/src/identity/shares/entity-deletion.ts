import type { SettingsStore, Write } from '../../platform/settings/settings-store.ts'
import type { Users } from '../users/user-service.ts'
import type { Grants } from './grants.ts'

/** Deletes, together with an entity, everything that refers to it in identity: its grants, and start pages. */
export interface EntityDeletion {
  /** Writes for the commit that deletes the entity: they delete its grants. */
  writes(target: string): Promise<readonly Write[]>
  /** Call it after the commit. */
  finish(target: string, id: string): Promise<void>
}

export function createEntityDeletion(deps: {
  readonly settings: SettingsStore
  readonly grants: Pick<Grants, 'deletingTarget'>
  readonly users: Pick<Users, 'clearStartpages'>
}): EntityDeletion {
  const { settings, grants, users } = deps
  return {
    writes: grants.deletingTarget,
    async finish(target, id) {
      // Grants that were committed meanwhile. Those committed later are removed by the share that makes them.
      const late = await grants.deletingTarget(target)
      if (late.length > 0) await settings.commit(late)
      await users.clearStartpages(id)
    },
  }
}
