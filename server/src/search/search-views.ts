import { mayView } from '../identity/accounts/capability-permissions.ts'
import type { EntityRegistry } from '../identity/shares/entity-registry.ts'
import type { SearchViews } from './search-service.ts'

/** The views that show a stored search, as the entity registry knows them. */
export function createSearchViews(entities: Pick<EntityRegistry, 'usedBy' | 'usesOf'>): SearchViews {
  return {
    isShown: async (searchId) => (await entities.usedBy('stored-search', searchId)).length > 0,
    mayReadThrough: async (caller, searchId) =>
      (await entities.usedBy('stored-search', searchId)).some((view) => mayView(caller, view)),
    readableSearchIds: async (caller) =>
      (await entities.usesOf('stored-search')).filter(({ by }) => mayView(caller, by)).map(({ of }) => of),
  }
}
