import { useText } from '../../../base/text/text.tsx'
import type { Crumb } from '../../../ui/page/page.tsx'
import type { PartKind } from './part-kind.ts'

/** The way back from the page of a cache or a data adapter. */
export function usePartCrumbs({ plural, routes }: PartKind): readonly Crumb[] {
  const t = useText()
  return [{ label: t('shell.system') }, { label: t(`lookup.${plural}`), to: routes.list() }]
}
