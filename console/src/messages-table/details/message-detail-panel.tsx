import { CloseButton } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import classes from './message-detail.module.css'
import { MessageDetail, type MessageDetailProps } from './message-detail.tsx'

/** The details at the right of the table. */
export function MessageDetailPanel({ onClose, ...detail }: MessageDetailProps & { readonly onClose: () => void }) {
  const t = useText()
  return (
    <aside className={classes['panel']} aria-label={t('messages.details')}>
      <CloseButton className={classes['close'] ?? ''} aria-label={t('messages.closeDetails')} onClick={onClose} />
      <MessageDetail key={detail.hit.message._id} {...detail} />
    </aside>
  )
}
