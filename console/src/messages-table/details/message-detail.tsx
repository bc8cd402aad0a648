import type { MessageHit } from '@logyard/contract/search/search-results'
import type { MessagesWidget } from '@logyard/contract/views/view-state'
import { Stack } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { deferred } from '../../base/deferred/deferred.tsx'
import { useText } from '../../base/text/text.tsx'
import { FilterInput } from '../../ui/form/filter-input.tsx'
import { Loading } from '../../ui/page/loading.tsx'
import { matchesFragments } from '../fields/matches-fragments.ts'
import { textOf } from '../fields/menu-value.ts'
import { MessageActions } from './message-actions.tsx'
import classes from './message-detail.module.css'
import { MessageFields, RemovedFields } from './message-fields.tsx'
import { MessageHead } from './message-head.tsx'
import { messageParts } from './message-parts.ts'
import { MessageText, type ShownMessage, TraceText } from './message-text.tsx'
import { StorageFacts } from './storage-facts.tsx'

const MessageContextView = deferred(() =>
  import('./message-context-view.tsx').then((module) => module.MessageContextView),
)

export interface MessageDetailProps {
  readonly hit: MessageHit
  /** Absent on the page of a single message, which has no search actions. */
  readonly widget?: MessagesWidget
  readonly isInteractive: boolean
  /** Opens with the messages around it. */
  readonly isContextOpen?: boolean
  /** Shown after the actions, in a panel. */
  readonly closeButton?: ReactNode
}

/** With more fields than this, a filter is shown. */
const MANY_FIELDS = 12

/** Everything about one message: the message itself first, how it was stored last. */
export function MessageDetail({
  hit,
  widget,
  isInteractive: isOnInteractivePage,
  isContextOpen: isContextWanted = false,
  closeButton,
}: MessageDetailProps) {
  const isInteractive = isOnInteractivePage && widget !== undefined
  const [isShowingChanges, setIsShowingChanges] = useState(false)
  const [isContextOpen, setIsContextOpen] = useState(isContextWanted)
  useEffect(() => {
    if (isContextWanted) setIsContextOpen(true)
  }, [isContextWanted])
  const { traces, internal } = messageParts(hit.message)
  const shown = { hit, isInteractive, isShowingChanges }
  return (
    <Stack gap="sm" className={classes['detail'] ?? ''}>
      <MessageHead hit={hit} isInteractive={isInteractive}>
        <MessageActions
          hit={hit}
          isOnSearch={widget !== undefined}
          changes={{ isShown: isShowingChanges, toggle: () => setIsShowingChanges(!isShowingChanges) }}
          context={{ isOpen: isContextOpen, toggle: () => setIsContextOpen(!isContextOpen) }}
        />
        {closeButton}
      </MessageHead>
      <MessageText {...shown} />
      {isContextOpen && <MessageContextView hit={hit} fallback={<Loading />} />}
      {traces.map((name) => (
        <TraceText key={name} name={name} {...shown} />
      ))}
      <Fields {...shown} widget={widget} />
      {isShowingChanges && <RemovedFields hit={hit} />}
      <StorageFacts hit={hit} internal={internal} isInteractive={isInteractive} />
    </Stack>
  )
}

/** Identifiers, then the other fields by name; both through one filter. */
function Fields({ hit, ...list }: ShownMessage & { widget: MessagesWidget | undefined }) {
  const t = useText()
  const [filter, setFilter] = useState('')
  const { identifiers, others } = messageParts(hit.message)
  const count = identifiers.length + others.length
  const isWanted = (name: string) => matchesFragments(`${name} ${textOf(hit.message[name])}`, filter)
  const shown = { identifiers: identifiers.filter(isWanted), others: others.filter(isWanted) }
  return (
    <>
      {count > MANY_FIELDS && (
        <FilterInput
          maw={280}
          leftSection={<IconSearch size={14} />}
          label={t('messages.filterFields')}
          value={filter}
          onChange={setFilter}
        />
      )}
      <MessageFields hit={hit} title={t('messages.identifiers')} names={shown.identifiers} {...list} />
      <MessageFields hit={hit} title={t('messages.fields')} names={shown.others} {...list} />
      {count > 0 && shown.identifiers.length + shown.others.length === 0 && (
        <span className={classes['caption']}>{t('messages.filterFields.none')}</span>
      )}
    </>
  )
}
