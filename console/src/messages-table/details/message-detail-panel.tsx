import { CloseButton } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import classes from './message-detail.module.css'
import { MessageDetail, type MessageDetailProps } from './message-detail.tsx'

type MessageDetailPanelProps = Omit<MessageDetailProps, 'closeButton'> & { readonly onClose: () => void }

/** The details at the right of the table. */
export function MessageDetailPanel({ onClose, ...detail }: MessageDetailPanelProps) {
  const t = useText()
  return (
    <aside className={classes['panel']} aria-label={t('messages.details')}>
      <MessageDetail
        key={detail.hit.message._id}
        {...detail}
        closeButton={<CloseButton aria-label={t('messages.closeDetails')} onClick={onClose} />}
      />
    </aside>
  )
}
