import type { PermissionSet } from '@logyard/contract/identity/permissions'
import { CAPABILITIES, type Capability, type GrnType, parseGrn } from '@logyard/contract/identity/shares'

type Level = Readonly<Record<Capability, readonly string[]>>

/** The permissions that each capability adds to the one before it, by kind of entity. */
const ADDED: Partial<Readonly<Record<GrnType, Level>>> = {
  stream: { view: ['streams:read'], manage: ['streams:edit', 'streams:changestate'], own: [] },
  dashboard: {
    view: ['dashboards:read', 'view:read'],
    manage: ['dashboards:edit', 'view:edit'],
    own: ['view:delete'],
  },
  search: { view: ['view:read'], manage: ['view:edit'], own: ['view:delete'] },
  event_definition: {
    view: ['eventdefinitions:read'],
    manage: ['eventdefinitions:edit'],
    own: ['eventdefinitions:delete'],
  },
  notification: {
    view: ['eventnotifications:read'],
    manage: ['eventnotifications:edit'],
    own: ['eventnotifications:delete'],
  },
  output: { view: ['outputs:read'], manage: ['outputs:edit'], own: ['outputs:terminate'] },
}

export const isShareable = (type: GrnType) => ADDED[type] !== undefined

export const rankOf = (capability: Capability) => CAPABILITIES.indexOf(capability)

/** The permission to see and change the shares of an entity. */
export const ownership = (target: string) => `entity:own:${target}`

export function permissionsOfGrant(target: string, capability: Capability): readonly string[] {
  const parsed = parseGrn(target)
  const added = parsed === undefined ? undefined : ADDED[parsed.type]
  if (parsed === undefined || added === undefined) return []
  return CAPABILITIES.filter((level) => rankOf(level) <= rankOf(capability))
    .flatMap((level) => added[level])
    .map((permission) => `${permission}:${parsed.id}`)
}

/** Any one of these lets a user read the entity. */
export const viewPermissions = (target: string) => permissionsOfGrant(target, 'view')

/** Whether the holder of a permission set, a caller or an account, may read the entity. */
export const mayView = (holder: PermissionSet, target: string) =>
  viewPermissions(target).some((permission) => holder.holds(permission))
