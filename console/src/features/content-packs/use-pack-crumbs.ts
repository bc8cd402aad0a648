import { routes } from '../../base/routes/routes.ts'
import { useText } from '../../base/text/text.tsx'
import type { Crumb } from '../../ui/page/page.tsx'

/** The way back from the page of a content pack. */
export function usePackCrumbs(): readonly Crumb[] {
  const t = useText()
  return [{ label: t('shell.system') }, { label: t('contentPacks.list'), to: routes.contentPacks.list() }]
}
