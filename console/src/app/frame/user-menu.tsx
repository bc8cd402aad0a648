import { Menu, UnstyledButton } from '@mantine/core'
import { IconLogout, IconUser } from '@tabler/icons-react'
import { useLinkProps } from '../../base/routes/app-link.tsx'
import { useGo } from '../../base/routes/location.ts'
import { routes } from '../../base/routes/routes.ts'
import { useServices } from '../../base/services/services.tsx'
import { useCurrentUser } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import classes from './header-bar.module.css'

const initials = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')

export function UserMenu() {
  const t = useText()
  const user = useCurrentUser()
  const { call, session } = useServices()
  const go = useGo()
  const id = user.id ?? user.username
  const profileRoute = user.read_only ? routes.users.show : routes.users.edit
  const profile = useLinkProps(profileRoute(id))
  const name = user.full_name === '' ? user.username : user.full_name
  const logOut = async () => {
    // Whatever the server responds, this browser is signed out.
    const elsewhere = await session.signOut(call, { isOfProvider: user.external }).catch(() => undefined)
    if (elsewhere === undefined) go(routes.start())
    else window.location.assign(elsewhere)
  }
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <UnstyledButton className={classes['user'] ?? ''} aria-label={name} translate="no">
          <span className={classes['initials']} data-initials={initials(name)} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label translate="no">{name}</Menu.Label>
        <Menu.Item component="a" {...profile} leftSection={<IconUser size={15} />}>
          {user.read_only ? t('shell.user.showProfile') : t('shell.user.editProfile')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={15} />} onClick={() => void logOut()}>
          {t('shell.user.logOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
