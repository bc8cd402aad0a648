import { useLocalStorage } from '@mantine/hooks'
import { useState } from 'react'
import { useCurrentUser } from '../base/session/current-user.tsx'

const CLOSED = ''

/**
 * The open section of a sidebar. A pinned sidebar opens as the user left it the last time, at first with `usual`; one
 * over the page starts closed.
 */
export function useOpenSection(kind: 'search' | 'dashboard', isPinned: boolean, usual: string) {
  const { username } = useCurrentUser()
  const [remembered, remember] = useLocalStorage({
    key: `sidebarSection.${kind}.${username}`,
    defaultValue: usual,
    getInitialValueInEffect: false,
  })
  const [openId, setOpenId] = useState(isPinned && remembered !== CLOSED ? remembered : undefined)
  const show = (id: string | undefined) => {
    setOpenId(id)
    if (isPinned) remember(id ?? CLOSED)
  }
  return [openId, show] as const
}
