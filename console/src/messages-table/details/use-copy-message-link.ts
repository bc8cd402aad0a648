import type { MessageHit } from '@logyard/contract/search/search-results'
import { useClipboard } from '@mantine/hooks'
import { useHrefOf } from '../../base/routes/location.ts'
import { routes } from '../../base/routes/routes.ts'
import { useText } from '../../base/text/text.tsx'
import { useNotify } from '../../base/toasts/notify.tsx'

/** Copies the URL of a message's own page. */
export function useCopyMessageLink(): (hit: MessageHit) => void {
  const t = useText()
  const href = useHrefOf()
  const notify = useNotify()
  const clipboard = useClipboard()
  return ({ index, message }) => {
    clipboard.copy(`${window.location.origin}${href(routes.message(index, message._id))}`)
    notify.success(t('ui.copied'))
  }
}
