import { FIELD } from '@logyard/contract/messages/message-fields'
import type { MessageHit } from '@logyard/contract/search/search-results'
import type { MessagesWidget } from '@logyard/contract/views/view-state'
import { Stack, TextInput } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { AppLink } from '../../base/routes/app-link.tsx'
import { routes } from '../../base/routes/routes.ts'
import { useText } from '../../base/text/text.tsx'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { Loading } from '../../ui/page/loading.tsx'
import { useExactTime } from '../fields/field-format.ts'
import { MessageActions } from './message-actions.tsx'
import classes from './message-detail.module.css'
import { useMessageFacts } from './message-facts.ts'
import { MessageFields } from './message-fields.tsx'

const MessageContextView = lazy(() =>
  import('./message-context-view.tsx').then((module) => ({ default: module.MessageContextView })),
)

export interface MessageDetailProps {
  readonly hit: MessageHit
  /** Absent on the page of a single message, which has no search actions. */
  readonly widget?: MessagesWidget
  readonly isInteractive: boolean
  /** Opens with the messages around it. */
  readonly isContextOpen?: boolean
}

/** With more fields than this, a filter is shown. */
const MANY_FIELDS = 15

/** Everything about one message: origin, streams, fields, and actions. */
export function MessageDetail({
  hit,
  widget,
  isInteractive,
  isContextOpen: isContextWanted = false,
}: MessageDetailProps) {
  const t = useText()
  const [isShowingChanges, setIsShowingChanges] = useState(false)
  const [isContextOpen, setIsContextOpen] = useState(isContextWanted)
  useEffect(() => {
    if (isContextWanted) setIsContextOpen(true)
  }, [isContextWanted])
  const [filter, setFilter] = useState('')
  const count = Object.keys(hit.message).length
  return (
    <Stack gap="sm" className={classes['detail'] ?? ''}>
      <MessageActions
        hit={hit}
        isOnSearch={widget !== undefined}
        changes={{ isShown: isShowingChanges, toggle: () => setIsShowingChanges(!isShowingChanges) }}
        context={{ isOpen: isContextOpen, toggle: () => setIsContextOpen(!isContextOpen) }}
      />
      {isContextOpen && (
        <Suspense fallback={<Loading />}>
          <MessageContextView hit={hit} />
        </Suspense>
      )}
      <div className={classes['columns']}>
        <div className={classes['facts']}>
          <Facts hit={hit} />
        </div>
        <div className={classes['fields']}>
          {count > MANY_FIELDS && (
            <TextInput
              size="xs"
              mb="xs"
              maw={280}
              aria-label={t('messages.filterFields')}
              placeholder={t('messages.filterFields')}
              value={filter}
              onChange={({ currentTarget }) => setFilter(currentTarget.value)}
            />
          )}
          <MessageFields
            hit={hit}
            widget={widget}
            filter={filter}
            isInteractive={isInteractive && widget !== undefined}
            isShowingChanges={isShowingChanges}
          />
        </div>
      </div>
    </Stack>
  )
}

function Facts({ hit }: { hit: MessageHit }) {
  const t = useText()
  const { inputTitle, nodeTitle, streams, isPending } = useMessageFacts()
  const exactTime = useExactTime()
  const { message, index } = hit
  const input = textIn(message[FIELD.sourceInput])
  const node = textIn(message[FIELD.sourceNode])
  const routed = streams.filter(({ id }) => message.streams.includes(id))
  return (
    <DefinitionList
      items={[
        { label: t('messages.timestamp'), value: exactTime(message.timestamp) },
        ...(node === undefined || isPending
          ? []
          : [
              {
                label: t('messages.receivedBy'),
                value: (
                  <span translate="no">
                    {t('messages.inputOnNode', {
                      input: (input && inputTitle(input)) ?? t('messages.deletedInput'),
                      node: nodeTitle(node) ?? t('messages.stoppedNode'),
                    })}
                  </span>
                ),
              },
            ]),
        ...(index === '' ? [] : [{ label: t('messages.storedIn'), value: index }]),
        ...(routed.length === 0
          ? []
          : [
              {
                label: t('messages.routedInto'),
                value: (
                  <ul className={classes['streams']}>
                    {routed.map(({ id, title }) => (
                      <li key={id}>
                        <AppLink to={routes.streamSearch(id)} translate="no">
                          {title}
                        </AppLink>
                      </li>
                    ))}
                  </ul>
                ),
              },
            ]),
      ]}
    />
  )
}

const textIn = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
