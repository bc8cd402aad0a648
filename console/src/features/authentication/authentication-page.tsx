import { createAuthBackend, getActiveAuthBackend } from '@logyard/contract/identity/auth-services'
import { getTrustedHeaderConfig } from '@logyard/contract/identity/trusted-header'
import { Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { routes } from '../../base/routes/routes.ts'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page, type PageProps } from '../../ui/page/page.tsx'
import { PageLinks } from '../../ui/page/page-links.tsx'

interface AuthenticationPageProps extends Omit<PageProps, 'crumbs'> {
  /** Whether the page has a button that creates a service. */
  readonly offersServices?: boolean
}

/** The frame of all pages of the area, with links between them. */
export function AuthenticationPage({ action, children, offersServices = true, ...page }: AuthenticationPageProps) {
  const t = useText()
  const may = useMay()
  const { active, services, providers, authenticators, create } = routes.authentication
  const links = [
    ...(may(getActiveAuthBackend) ? [{ label: t('authentication.active'), to: active() }] : []),
    { label: t('authentication.services'), to: services() },
    { label: t('authentication.providers'), to: providers() },
    ...(may(getTrustedHeaderConfig) ? [{ label: t('authentication.authenticators'), to: authenticators() }] : []),
  ]
  const createService = offersServices && may(createAuthBackend) && (
    <LinkButton
      variant={action === undefined ? 'filled' : 'default'}
      to={create()}
      leftSection={<IconPlus size={16} />}
    >
      {t('authentication.create')}
    </LinkButton>
  )
  const actions = (
    <Group gap="sm">
      {createService}
      {action}
    </Group>
  )
  return (
    <Page {...page} action={actions}>
      <PageLinks label={t('shell.authentication')} links={links} />
      {children}
    </Page>
  )
}
