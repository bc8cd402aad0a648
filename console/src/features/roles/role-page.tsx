import type { AuthzRole } from '@logyard/contract/identity/roles'
import type { ReactNode } from 'react'
import { routes } from '../../base/routes/routes.ts'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page } from '../../ui/page/page.tsx'
import { mayAssign, mayEditRole } from './role-permissions.ts'

export interface RolePageProps {
  readonly role: AuthzRole
  readonly shows: 'details' | 'edit'
  readonly children: ReactNode
}

/** The layout of the pages about one role, with links between them. */
export function RolePage({ role, shows, children }: RolePageProps) {
  const t = useText()
  const may = useMay()
  const canEdit = mayEditRole(may, role) || mayAssign(may)
  const link =
    shows === 'edit' ? (
      <LinkButton variant="default" to={routes.roles.show(role.id)}>
        {t('roles.viewDetails')}
      </LinkButton>
    ) : (
      canEdit && (
        <LinkButton variant="default" to={routes.roles.edit(role.id)}>
          {t('roles.editRole')}
        </LinkButton>
      )
    )
  return (
    <Page title={t(`roles.${shows}.title`)} subject={role.name} action={link} width="reading">
      {children}
    </Page>
  )
}
