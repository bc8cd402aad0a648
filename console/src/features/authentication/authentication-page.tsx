import { getActiveAuthBackend } from '@logyard/contract/identity/auth-services'
import { getTrustedHeaderConfig } from '@logyard/contract/identity/trusted-header'
import { routes } from '../../base/routes/routes.ts'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { Page, type PageProps } from '../../ui/page/page.tsx'
import { PageLinks } from '../../ui/page/page-links.tsx'

/** The frame of the lists and details of the area, with links between them. */
export function AuthenticationPage({ children, ...page }: PageProps) {
  const t = useText()
  const may = useMay()
  const { active, services, providers, authenticators } = routes.authentication
  const links = [
    ...(may(getActiveAuthBackend) ? [{ label: t('authentication.active'), to: active() }] : []),
    { label: t('authentication.services'), to: services() },
    { label: t('authentication.providers'), to: providers() },
    ...(may(getTrustedHeaderConfig) ? [{ label: t('authentication.authenticators'), to: authenticators() }] : []),
  ]
  return (
    <Page {...page}>
      <PageLinks label={t('shell.authentication')} links={links} />
      {children}
    </Page>
  )
}
