import type { MessageHit } from '@logyard/contract/search/search-results'
import type { MessagesWidget } from '@logyard/contract/views/view-state'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useText } from '../../base/text/text.tsx'
import { useFieldTypes } from '../../query/fields/field-types.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { useSearchActions } from '../../view-document/actions/search-actions.ts'
import { messagesResult, type WidgetResult } from '../../view-document/model/view-model.ts'
import { MESSAGES_PER_PAGE } from '../../view-document/model/widget-search-types.ts'
import { isFromDecorator } from '../decorators/is-from-decorator.ts'
import { MessageDetailPanel } from '../details/message-detail-panel.tsx'
import { useCopyMessageLink } from '../details/use-copy-message-link.ts'
import { termOf } from '../fields/value-menu.tsx'
import { useValueMenuHost } from '../fields/value-menu-host.tsx'
import { useHighlightedMessage } from '../highlighting/highlighted-message.ts'
import { rulesByField } from '../highlighting/highlighting-rules.ts'
import { messageKey } from '../selection/message-key.ts'
import { TickedBar } from '../selection/ticked-bar.tsx'
import { useTickedMessages } from '../selection/use-ticked-messages.ts'
import { useColumnWidths } from './column-widths.ts'
import { MessageRows, type MessageRowsHandle, MOST_PRINTED } from './message-rows.tsx'
import classes from './message-table.module.css'
import { MessageTableHeader } from './message-table-header.tsx'
import { MessageTableToolbar } from './message-table-toolbar.tsx'
import { rowHeightOf } from './table-height.ts'
import { useLoadedMessages } from './use-loaded-messages.ts'
import { useMessageKeys } from './use-message-keys.ts'
import { useTableLook } from './use-table-look.ts'

export interface MessageTableProps {
  readonly widget: MessagesWidget
  readonly result: WidgetResult
  readonly isInteractive: boolean
}

const NONE: ReadonlySet<string> = new Set()

/** Messages as a long table: only the rows in sight are drawn, the next ones are loaded as the end comes near. */
export function MessageTable({ widget, result, isInteractive }: MessageTableProps) {
  const t = useText()
  const actions = useSearchActions()
  const { typeOf } = useFieldTypes()
  const copyLink = useCopyMessageLink()
  const list = messagesResult(result)
  const { messages, total, hasMore, isAwaiting, awaitNext } = useLoadedMessages(list)
  const { look, setLook, rowHeight } = useTableLook(widget)
  const [openKeys, setOpenKeys] = useState(NONE)
  const [contextKey, setContextKey] = useState<string>()
  const [active, setActive] = useState<number>()
  const whole = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useRef<MessageRowsHandle>(null)
  const widths = useColumnWidths()
  const valueMenu = useValueMenuHost(widget)
  const marked = useHighlightedMessage()
  const ticked = useTickedMessages(messages)
  const tick = useStable(ticked.tick)
  const template = widths.template(widget.config.fields, isInteractive)
  const rules = useMemo(() => rulesByField(actions.highlighting), [actions.highlighting])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the widths are as new as the template is
  const header = useMemo(
    () => (
      <MessageTableHeader widget={widget} widths={widths} isInteractive={isInteractive} isTickable={isInteractive} />
    ),
    [widget, template, isInteractive],
  )

  const searchTypeId = list?.id
  const mayLoad = searchTypeId !== undefined && hasMore && !isAwaiting && !result.isLoading
  const loadNext = useCallback(() => {
    if (mayLoad) actions.loadPage(searchTypeId, awaitNext())
  }, [mayLoad, actions, searchTypeId, awaitNext])

  function open(hit: MessageHit, isOpen: boolean) {
    const key = messageKey(hit)
    setOpenKeys((old) => {
      const others = look.isPinned ? [] : [...old].filter((one) => one !== key)
      return new Set(isOpen ? [...others, key] : others)
    })
  }
  const toggle = useStable((index: number) => {
    const hit = messages[index]
    if (hit === undefined) return
    actions.stopRefreshing()
    setActive(index)
    setContextKey(undefined)
    open(hit, !openKeys.has(messageKey(hit)))
  })
  function move(step: number) {
    const next = Math.min(Math.max((active ?? -1) + step, 0), messages.length - 1)
    setActive(next)
    rows.current?.goTo(next)
    const hit = messages[next]
    if (look.isPinned && openKeys.size > 0 && hit !== undefined) open(hit, true)
  }
  /** Whoever was within the details goes on from their row. */
  function close() {
    const hadFocus = whole.current?.contains(document.activeElement) === true
    if (hadFocus && openKeys.size > 0 && active !== undefined) rows.current?.goTo(active)
    setOpenKeys(NONE)
  }
  const withActive = (act: (hit: MessageHit) => void) => () => {
    const hit = active === undefined ? undefined : messages[active]
    if (hit !== undefined) act(hit)
  }
  const keys = useMessageKeys({
    isOn: isInteractive,
    move,
    open: () => (active === undefined ? move(0) : toggle(active)),
    close,
    context: withActive((hit) => {
      actions.stopRefreshing()
      setContextKey(messageKey(hit))
      open(hit, true)
    }),
    copyLink: withActive(copyLink),
    filter(isIn, index, field) {
      const hit = messages[index]
      const value = hit?.message[field]
      if (hit === undefined || value === undefined || value === null || isFromDecorator(hit, field)) return
      const term = termOf(field, value, typeOf(field))
      if (isIn) actions.addToQuery(term)
      else actions.excludeFromQuery(term)
    },
  })

  if (list === undefined) return null
  if (messages.length === 0) return <EmptyState title={t('messages.none')} text={t('messages.none.text')} />
  const pinned = look.isPinned ? messages.find((hit) => openKeys.has(messageKey(hit))) : undefined
  return (
    <div
      ref={whole}
      className={classes['whole']}
      data-stale={(result.isLoading && !isAwaiting) || undefined}
      data-grows-on-paper
    >
      <MessageTableToolbar loaded={messages.length} total={total} look={look} onLook={setLook}>
        {ticked.hits.length > 0 && <TickedBar hits={ticked.hits} widget={widget} onClear={ticked.clear} />}
      </MessageTableToolbar>
      <div className={classes['split']}>
        <section
          ref={scroller}
          className={classes['scroll']}
          aria-label={t('messages.table')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          tabIndex={0}
          data-compact={look.isCompact || undefined}
          data-wrapped={look.isWrapped || undefined}
          style={rowHeightOf(rowHeight)}
          {...keys}
        >
          <MessageRows
            messages={messages}
            total={total}
            widget={widget}
            header={header}
            template={template}
            rules={rules}
            look={look}
            rowHeight={rowHeight}
            openKeys={openKeys}
            contextKey={contextKey}
            active={active}
            marked={marked}
            isInteractive={isInteractive}
            ticked={ticked.keys}
            onTick={isInteractive ? tick : undefined}
            scroller={scroller}
            handle={rows}
            onToggle={toggle}
            onValue={valueMenu.show}
            onNearEnd={loadNext}
          />
          <TableEnd loaded={messages.length} total={total} isLoading={isAwaiting} hasMore={hasMore} />
          {messages.length > MOST_PRINTED && (
            <div className={classes['printedOnly']}>
              {t('messages.printed', { printed: MOST_PRINTED, loaded: messages.length })}
            </div>
          )}
        </section>
        {pinned !== undefined && (
          <MessageDetailPanel
            hit={pinned}
            widget={widget}
            isInteractive={isInteractive}
            isContextOpen={messageKey(pinned) === contextKey}
            onClose={close}
          />
        )}
      </div>
      {valueMenu.menu}
    </div>
  )
}

/** The same function for good, which does what the one of the last render does. */
function useStable<Args extends readonly unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  return useCallback((...args) => latest.current(...args), [])
}

interface TableEndProps {
  readonly loaded: number
  readonly total: number
  readonly isLoading: boolean
  readonly hasMore: boolean
}

function TableEnd({ loaded, total, isLoading, hasMore }: TableEndProps) {
  const t = useText()
  if (isLoading) return <div className={classes['end']}>{t('messages.loadingMore')}</div>
  if (hasMore || loaded >= total) return null
  return (
    <div className={classes['end']} role="note">
      {t('messages.window', { loaded, total, pages: Math.ceil(loaded / MESSAGES_PER_PAGE) })}
    </div>
  )
}
