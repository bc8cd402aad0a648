import { pageUsers } from '@logyard/contract/identity/users'
import { routes } from '../../base/routes/routes.ts'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import type { Crumb } from '../../ui/page/page.tsx'

/** The breadcrumbs of a user's page; the list is a link only if the current user may open it. */
export function useUserCrumbs(): readonly Crumb[] {
  const t = useText()
  const canList = useMay()(pageUsers)
  const list: Crumb = canList ? { label: t('shell.users'), to: routes.users.list() } : { label: t('shell.users') }
  return [{ label: t('shell.system') }, list]
}
