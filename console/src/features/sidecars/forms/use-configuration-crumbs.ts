import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import type { Crumb } from '../../../ui/page/page.tsx'

/** The way back from the forms. */
export function useConfigurationCrumbs(): readonly Crumb[] {
  const t = useText()
  return [{ label: t('sidecars.configuration.title'), to: routes.sidecars.configuration() }]
}
