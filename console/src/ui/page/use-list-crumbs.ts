import { type Guarded, useMay } from '../../base/session/current-user.tsx'
import type { MessageId } from '../../base/text/catalogues.ts'
import { useText } from '../../base/text/text.tsx'
import type { Crumb } from './page.tsx'

/** The parents of a page below a list of the system; the list is a link only if the user may call its operation. */
export function useListCrumbs(label: MessageId, to: string, list: Guarded): readonly Crumb[] {
  const t = useText()
  const canList = useMay()(list)
  return [{ label: t('shell.system') }, { label: t(label), ...(canList ? { to } : {}) }]
}
