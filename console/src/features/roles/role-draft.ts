import type { RoleDraft } from '@logyard/contract/identity/roles'

export interface RoleValues {
  readonly name: string
  readonly description: string
  readonly permissions: readonly string[]
}

export const roleDraft = ({ name, description, permissions }: RoleValues): RoleDraft => ({
  name: name.trim(),
  description: description.trim(),
  permissions: [...permissions].sort(),
})
