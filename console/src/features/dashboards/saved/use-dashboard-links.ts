import type { View } from '@logyard/contract/views/views'
import { useClipboard } from '@mantine/hooks'
import { useHrefOf } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import { useNotify } from '../../../base/toasts/notify.tsx'
import type { DashboardState } from '../editing/dashboard-session.ts'
import { withValues } from '../editing/values-in-address.ts'

/** Copies links to the shown page: to the dashboard, or to its read-only full-screen view. */
export function useDashboardLinks(view: View | undefined, { history, pageId, values }: DashboardState) {
  const t = useText()
  const hrefOf = useHrefOf()
  const clipboard = useClipboard()
  const notify = useNotify()
  const copy = (link: string) => {
    clipboard.copy(new URL(hrefOf(link), window.location.origin).href)
    notify.info(t('dashboards.link.copied'))
  }
  const index = history.present.pages.findIndex(({ id }) => id === pageId)
  return {
    copyPage: () => view !== undefined && copy(withValues(`${routes.dashboard(view.id)}?page=${pageId}`, values)),
    copyReadOnly: () =>
      view !== undefined && copy(withValues(routes.dashboardTv(view.id, { tabs: String(index) }), values)),
  }
}
