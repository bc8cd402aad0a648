import type { AlertDetails } from '@logyard/contract/alerts/alerts'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { countIn } from '../../../widgets/figures/use-figure-words.ts'
import { replayQuery, searchOf } from '../replay.ts'

/** Leads to the messages of the latest event: the query, the group, the streams and the window of the condition. */
export function MessagesLink({ alert }: { alert: AlertDetails }) {
  const t = useText()
  const { data: replay } = useQuery({
    ...replayQuery(useCall(), alert.latest_event_id),
    placeholderData: keepPreviousData,
    // A new event is stored a moment after its alert.
    retry: 4,
    retryDelay: 1000,
  })
  if (replay === undefined) return null
  const count = countIn(alert.message)
  const { index, message_id: messageId } = replay
  const isOne = index !== null && messageId !== null
  return (
    <LinkButton
      to={isOne ? routes.message(index, messageId) : searchOf(replay, alert.group)}
      size="xs"
      leftSection={<IconSearch size={14} />}
    >
      {isOne
        ? t('alerts.showMessage')
        : count === undefined
          ? t('alerts.showMessages')
          : t('alerts.showMessages.count', { count })}
    </LinkButton>
  )
}
