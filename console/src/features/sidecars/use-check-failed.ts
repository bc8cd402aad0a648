import type { MessageId } from '../../base/text/catalogues.ts'
import { useText } from '../../base/text/text.tsx'

/** The toast about a draft that the server could not check. */
export function useCheckFailed(title: MessageId) {
  const t = useText()
  return { title: t(title), text: (status: string) => t('sidecars.toast.checkFailed', { status }) }
}
