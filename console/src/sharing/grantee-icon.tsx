import type { Grantee } from '@logyard/contract/identity/shares'
import { IconUser, IconUsersGroup, IconWorld } from '@tabler/icons-react'

const ICONS = { user: IconUser, team: IconUsersGroup, global: IconWorld } as const

export function GranteeIcon({ type }: { type: Grantee['type'] }) {
  const Icon = ICONS[type]
  return <Icon size={16} aria-hidden />
}
