import type { MessageHit } from '@logyard/contract/search/search-results'
import { useClipboard } from '@mantine/hooks'
import { useHrefOf } from '../../base/routes/location.ts'
import { routes } from '../../base/routes/routes.ts'
import { useText } from '../../base/text/text.tsx'
import { useNotify } from '../../base/toasts/notify.tsx'

/** Copies a text, and says so. */
export function useCopy(): (text: string) => void {
  const t = useText()
  const notify = useNotify()
  const clipboard = useClipboard()
  return (text) => {
    clipboard.copy(text)
    notify.success(t('ui.copied'))
  }
}

/** Copies the URL of a message's own page. */
export function useCopyMessageLink(): (hit: MessageHit) => void {
  const copy = useCopy()
  const href = useHrefOf()
  return ({ index, message }) => copy(`${window.location.origin}${href(routes.message(index, message._id))}`)
}
