import { type EntityRef, parseGrn } from '@logyard/contract/identity/shares'
import type { Directory } from '../accounts/accounts.ts'
import type { EntityRegistry } from './entity-registry.ts'
import { findGrantee } from './grantees.ts'

/** An entity with title and owners. One that no longer exists has an error text for a title. */
export async function describeEntity(
  target: string,
  directory: Directory,
  entities: EntityRegistry,
): Promise<EntityRef> {
  const title = (await entities.findTitle(target)) ?? `ERROR: Entity for ${target} not found!`
  const owners = directory
    .grantsOn(target)
    .filter(({ capability }) => capability === 'own')
    .flatMap(({ grantee }) => findGrantee(directory, grantee) ?? [])
  return { id: target, type: parseGrn(target)?.type ?? '', title, owners }
}
