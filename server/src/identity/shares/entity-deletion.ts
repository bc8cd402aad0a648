import type { SettingsStore } from '../../platform/settings/settings-store.ts'
import type { Users } from '../users/user-service.ts'
import type { Grants } from './grants.ts'

/** Deletes, together with an entity, everything that refers to it in identity: its grants, and start pages. */
export type EntityDeletion = ReturnType<typeof createEntityDeletion>

export function createEntityDeletion(deps: {
  readonly settings: SettingsStore
  readonly grants: Pick<Grants, 'deletingTarget'>
  readonly users: Pick<Users, 'clearStartpages'>
}) {
  const { settings, grants, users } = deps
  return {
    /** Writes for the commit that deletes the entity: they delete its grants. */
    writes: grants.deletingTarget,
    /** Call it after the commit. */
    async finish(target: string, id: string) {
      // Grants that were committed meanwhile. Those committed later are removed by the share that makes them.
      const late = await grants.deletingTarget(target)
      if (late.length > 0) await settings.commit(late)
      await users.clearStartpages(id)
    },
  }
}
