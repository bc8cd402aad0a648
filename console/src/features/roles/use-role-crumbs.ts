import { pageAuthzRoles } from '@logyard/contract/identity/roles'
import { routes } from '../../base/routes/routes.ts'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import type { Crumb } from '../../ui/page/page.tsx'

/** The breadcrumbs of a role's page; the list is a link only if the user may open it. */
export function useRoleCrumbs(): readonly Crumb[] {
  const t = useText()
  const canList = useMay()(pageAuthzRoles)
  const list: Crumb = canList ? { label: t('shell.roles'), to: routes.roles.list() } : { label: t('shell.roles') }
  return [{ label: t('shell.system') }, list]
}
