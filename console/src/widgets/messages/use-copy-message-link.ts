import type { MessageHit } from '@logyard/contract/search/search-results'
import { useClipboard } from '@mantine/hooks'
import { useHrefOf } from '../../app/routes/location.ts'
import { routes } from '../../app/routes/routes.ts'
import { useText } from '../../app/text/text.tsx'
import { useNotify } from '../../ui/notify.tsx'

/** Copies the address of a message's own page. */
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
