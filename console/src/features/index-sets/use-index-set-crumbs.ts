import { getIndex } from '@logyard/contract/store/indices'
import { routes } from '../../base/routes/routes.ts'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import type { Crumb } from '../../ui/page/page.tsx'

/** The breadcrumbs of an index set's page. */
export function useIndexSetCrumbs(): readonly Crumb[] {
  const t = useText()
  const canList = useMay()(getIndex)
  const label = t('shell.indices')
  return [{ label: t('shell.system') }, canList ? { label, to: routes.indices.list() } : { label }]
}
