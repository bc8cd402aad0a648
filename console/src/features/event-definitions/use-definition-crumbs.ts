import { routes } from '../../base/routes/routes.ts'
import { useText } from '../../base/text/text.tsx'

export function useDefinitionCrumbs() {
  const t = useText()
  return [{ label: t('definitions.page'), to: routes.alerts.definitions() }]
}
