import type { UserSummary } from '@logyard/contract/identity/users'
import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { routes } from '../../base/routes/routes.ts'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page } from '../../ui/page/page.tsx'
import { mayCreateTokens, mayEdit, mayListTokens } from './user-permissions.ts'

export interface UserPageProps {
  readonly user: UserSummary
  readonly id: string
  readonly shows: 'details' | 'edit' | 'tokens'
  readonly width?: 'full' | 'reading'
  readonly children: ReactNode
}

/** The layout of the pages about one user, with links between them. */
export function UserPage({ user, id, shows, width = 'reading', children }: UserPageProps) {
  const t = useText()
  const may = useMay()
  const hasTokens = mayListTokens(may, user.username) || mayCreateTokens(may, user.username)
  const isEditable = mayEdit(may, user.username) && !user.read_only
  const name = user.full_name === '' ? user.username : user.full_name
  const links = (
    <Group gap="xs">
      {shows !== 'details' && (
        <LinkButton variant="default" to={routes.users.show(id)}>
          {t('users.viewDetails')}
        </LinkButton>
      )}
      {shows !== 'edit' && isEditable && (
        <LinkButton variant="default" to={routes.users.edit(id)}>
          {t('users.editUser')}
        </LinkButton>
      )}
      {shows !== 'tokens' && hasTokens && (
        <LinkButton variant="default" to={routes.users.tokens(id)}>
          {t('users.editTokens')}
        </LinkButton>
      )}
    </Group>
  )
  return (
    <Page title={t(`users.${shows}.title`)} subject={name} action={links} width={width}>
      {children}
    </Page>
  )
}
