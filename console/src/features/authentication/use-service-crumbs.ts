import { routes } from '../../base/routes/routes.ts'
import { useText } from '../../base/text/text.tsx'
import type { Crumb } from '../../ui/page/page.tsx'

/** The way to the pages of one service. */
export function useServiceCrumbs(): readonly Crumb[] {
  const t = useText()
  return [{ label: t('authentication.services'), to: routes.authentication.services() }]
}
