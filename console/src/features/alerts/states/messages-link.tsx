import type { AlertDetails } from '@logyard/contract/alerts/alerts'
import type { EventReplay } from '@logyard/contract/events/events'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { countIn } from '../../../alerting/use-figure-words.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { andQueries, fieldTerm } from '../../../view-document/actions/query-composition.ts'
import { replayQuery } from '../events/event-queries.ts'

/** Leads to the messages of the latest event: the query, the group, the streams and the window of the condition. */
export function MessagesLink({ alert }: { alert: AlertDetails }) {
  const t = useText()
  const { data: replay } = useQuery(replayQuery(useCall(), alert.latest_event_id))
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

function searchOf({ query, streams, from, to, group_by: fields }: EventReplay, group: readonly string[]): string {
  const terms = fields.flatMap((field, place) => {
    const value = group[place]
    return value === undefined ? [] : [fieldTerm(field, value)]
  })
  const named = streams.length === 0 ? {} : { streams: streams.join(',') }
  return routes.search({ q: andQueries(query, ...terms), rangetype: 'absolute', from, to, ...named })
}
