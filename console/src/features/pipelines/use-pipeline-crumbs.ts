import { routes } from '../../base/routes/routes.ts'
import { useText } from '../../base/text/text.tsx'
import type { Crumb } from '../../ui/page/page.tsx'

/** The parents of the pages below the list of pipelines. */
export function usePipelineCrumbs(): readonly Crumb[] {
  return [{ label: useText()('pipelines.title'), to: routes.pipelines.list() }]
}

/** The parents of the pages below the list of rules. */
export function useRuleCrumbs(): readonly Crumb[] {
  const t = useText()
  return [...usePipelineCrumbs(), { label: t('pipelines.rules.title'), to: routes.pipelines.rules() }]
}
