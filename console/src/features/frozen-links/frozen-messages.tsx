import type { MessageHit } from '@logyard/contract/search/search-results'
import { AppLink } from '../../base/routes/app-link.tsx'
import { routes } from '../../base/routes/routes.ts'
import { useText } from '../../base/text/text.tsx'
import { textOf } from '../../messages-table/fields/menu-value.ts'
import { messageKey } from '../../messages-table/selection/message-key.ts'
import { type PlainColumn, PlainTable } from '../../ui/data-table/plain-table.tsx'
import { Instant } from '../../ui/time/instant.tsx'
import classes from './frozen-link.module.css'

const FIRST = 'timestamp'
const ROOM_FOR_TIME = 170

interface FrozenMessagesProps {
  readonly messages: readonly MessageHit[]
  /** The fields that were shown. */
  readonly columns: readonly string[]
}

/** The frozen messages with the columns that were shown; each leads to the whole message. */
export function FrozenMessages({ messages, columns }: FrozenMessagesProps) {
  const t = useText()
  const shown = columns.filter((name) => name !== FIRST)
  const time: PlainColumn<MessageHit> = {
    header: FIRST,
    width: ROOM_FOR_TIME,
    cell: ({ index, message }) => (
      <AppLink to={routes.message(index, message._id)}>
        <Instant instant={message.timestamp} />
      </AppLink>
    ),
  }
  return (
    <PlainTable
      label={t('sharing.frozen.messages')}
      minWidth={0}
      rows={messages}
      rowId={messageKey}
      columns={[
        time,
        ...(shown.length === 0 ? ['message'] : shown).map(
          (name): PlainColumn<MessageHit> => ({
            header: name,
            isData: true,
            cell: ({ message }) => <span className={classes['value']}>{shownValue(message[name])}</span>,
          }),
        ),
      ]}
    />
  )
}

const shownValue = (value: unknown) => (value === undefined || value === null ? '' : textOf(value))
