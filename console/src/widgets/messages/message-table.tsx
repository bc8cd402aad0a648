import type { MessagesWidget } from '@logyard/contract/view-state'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useText } from '../../app/text/text.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useValueMenuHost } from '../fields/value-menu-host.tsx'
import { useSearchActions } from '../search-actions.ts'
import { messagesResult, type WidgetResult } from '../view-model.ts'
import { useColumnWidths } from './column-widths.ts'
import { useHighlightedMessage } from './highlighted-message.ts'
import { rulesByField } from './highlighting-rules.ts'
import { MessageDetailPanel } from './message-detail-panel.tsx'
import { MessageRow } from './message-row.tsx'
import classes from './message-table.module.css'
import { MessageTableHeader } from './message-table-header.tsx'
import { MessageTableToolbar } from './message-table-toolbar.tsx'
import { tableHeight } from './table-height.ts'
import { useLoadedMessages } from './use-loaded-messages.ts'
import { useMessageKeys } from './use-message-keys.ts'
import { useTableLook } from './use-table-look.ts'

export interface MessageTableProps {
  readonly widget: MessagesWidget
  readonly result: WidgetResult
  readonly isInteractive: boolean
}

/** The next page is asked for when so few rows are left below. */
const ROWS_AHEAD = 40
const OVERSCAN = 12

export const messageKey = ({ index, message }: { index: string; message: { _id: string } }) => `${index}/${message._id}`

/** Messages as a long table: only the rows in sight are drawn, the next ones are loaded as the end comes near. */
export function MessageTable({ widget, result, isInteractive }: MessageTableProps) {
  const t = useText()
  const actions = useSearchActions()
  const list = messagesResult(result)
  const { messages, total, hasMore, isAwaiting, awaitNext } = useLoadedMessages(list)
  const { look, setLook, rowHeight } = useTableLook(widget)
  const [openKeys, setOpenKeys] = useState<ReadonlySet<string>>(new Set())
  const [active, setActive] = useState<number>()
  const scroller = useRef<HTMLDivElement>(null)
  const widths = useColumnWidths()
  const valueMenu = useValueMenuHost(widget)
  const marked = useHighlightedMessage()
  const { fields } = widget.config
  const rules = useMemo(() => rulesByField(actions.highlighting), [actions.highlighting])

  const virtual = useVirtualizer({
    count: messages.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => {
      const hit = messages[index]
      return hit === undefined ? index : messageKey(hit)
    },
    overscan: OVERSCAN,
  })
  const rows = virtual.getVirtualItems()
  // biome-ignore lint/correctness/useExhaustiveDependencies: with any of these every row has another height
  useEffect(() => virtual.measure(), [virtual, rowHeight, look.isWrapped, fields])

  const searchTypeId = list?.id
  const lastShown = rows.at(-1)?.index ?? 0
  useEffect(() => {
    if (searchTypeId === undefined || !hasMore || isAwaiting || result.isLoading) return
    if (lastShown >= messages.length - ROWS_AHEAD && lastShown > 0) actions.loadPage(searchTypeId, awaitNext())
  }, [lastShown, messages.length, hasMore, isAwaiting, result.isLoading, searchTypeId, actions, awaitNext])

  function toggle(index: number) {
    const hit = messages[index]
    if (hit === undefined) return
    actions.stopRefreshing()
    setActive(index)
    const key = messageKey(hit)
    setOpenKeys((old) => {
      if (look.isPinned) return old.has(key) ? new Set() : new Set([key])
      return old.has(key) ? new Set([...old].filter((one) => one !== key)) : new Set([...old, key])
    })
  }
  function move(step: number) {
    const next = Math.min(Math.max((active ?? -1) + step, 0), messages.length - 1)
    setActive(next)
    virtual.scrollToIndex(next, { align: 'auto' })
    const hit = messages[next]
    if (look.isPinned && openKeys.size > 0 && hit !== undefined) setOpenKeys(new Set([messageKey(hit)]))
  }
  const keys = useMessageKeys({
    isOn: isInteractive,
    move,
    open: () => (active === undefined ? move(0) : toggle(active)),
    close: () => setOpenKeys(new Set()),
  })

  if (list === undefined) return null
  if (messages.length === 0) return <EmptyState title={t('messages.none')} text={t('messages.none.text')} />
  const pinned = look.isPinned ? messages.find((hit) => openKeys.has(messageKey(hit))) : undefined
  return (
    <div className={classes['whole']} data-stale={(result.isLoading && !isAwaiting) || undefined}>
      <MessageTableToolbar loaded={messages.length} total={total} look={look} onLook={setLook} />
      <div className={classes['split']}>
        <section
          ref={scroller}
          className={classes['scroll']}
          aria-label={t('messages.table')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          tabIndex={0}
          data-compact={look.isCompact || undefined}
          data-wrapped={look.isWrapped || undefined}
          {...keys}
        >
          <table
            aria-rowcount={total + 1}
            aria-label={t('messages.table')}
            className={classes['table']}
            style={tableHeight(virtual.getTotalSize())}
          >
            <MessageTableHeader widget={widget} widths={widths} isInteractive={isInteractive} />
            {rows.map(({ index, key, start }) => {
              const hit = messages[index]
              if (hit === undefined) return null
              const id = messageKey(hit)
              return (
                <MessageRow
                  key={key}
                  ref={virtual.measureElement}
                  index={index}
                  top={start}
                  hit={hit}
                  widget={widget}
                  template={widths.template(fields)}
                  rules={rules}
                  isOpen={openKeys.has(id) && !look.isPinned}
                  isSelected={openKeys.has(id)}
                  isActive={index === active}
                  isMarked={hit.message._id === marked}
                  isInteractive={isInteractive}
                  onToggle={toggle}
                  onValue={valueMenu.show}
                />
              )
            })}
          </table>
          <TableEnd loaded={messages.length} total={total} isLoading={isAwaiting} hasMore={hasMore} />
        </section>
        {pinned !== undefined && (
          <MessageDetailPanel
            hit={pinned}
            widget={widget}
            isInteractive={isInteractive}
            onClose={() => setOpenKeys(new Set())}
          />
        )}
      </div>
      {valueMenu.menu}
    </div>
  )
}

function TableEnd({
  loaded,
  total,
  isLoading,
  hasMore,
}: {
  loaded: number
  total: number
  isLoading: boolean
  hasMore: boolean
}) {
  const t = useText()
  if (isLoading) return <div className={classes['end']}>{t('messages.loadingMore')}</div>
  if (hasMore || loaded >= total) return null
  return (
    <div className={classes['end']} role="note">
      {t('messages.window', { loaded, total, pages: Math.floor(loaded / 150) })}
    </div>
  )
}
