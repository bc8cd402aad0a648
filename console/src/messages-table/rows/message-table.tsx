import { useRef } from 'react'
import { useQueryValues } from '../../base/routes/location.ts'
import { useText } from '../../base/text/text.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { LoadingLines } from '../../ui/page/loading.tsx'
import { MessageDetailPanel } from '../details/message-detail-panel.tsx'
import { useValueMenuHost } from '../fields/value-menu.tsx'
import { messageKey } from '../selection/message-key.ts'
import { TickedBar } from '../selection/ticked-bar.tsx'
import { MessageRows } from './message-rows.tsx'
import classes from './message-table.module.css'
import type { MessageTableProps } from './message-table-props.ts'
import { MessageTableToolbar } from './message-table-toolbar.tsx'
import { usePageScroller, useTableTop } from './page-scroller.ts'
import { TableEnd } from './table-end.tsx'
import { rowHeightOf } from './table-height.ts'
import { useMessageTable } from './use-message-table.tsx'
import { useStableCallback } from './use-stable-callback.ts'

/** A long table of messages: only the visible rows are rendered, and more are loaded near the end. */
export function MessageTable(props: MessageTableProps) {
  const { widget, result, isInteractive } = props
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  const page = usePageScroller()
  const valueMenu = useValueMenuHost(widget)
  /** The message that the link to this page points to. */
  const marked = useQueryValues().get('highlightMessage') ?? undefined
  const { messages, total, hasMore, isAwaiting, display, rowHeight, open, ticked, ...state } = useMessageTable(props)
  const tick = useStableCallback(ticked.tick)
  const top = useTableTop(page, state.table)
  if (!state.hasResult) return <AwaitedRows isLoading={result.isLoading} />
  // A page that is one table says itself that nothing matches, with ways out.
  if (messages.length === 0 && page !== undefined) return null
  if (messages.length === 0) return <EmptyState title={t('messages.none')} text={t('messages.none.text')} />
  const { pinned } = open
  return (
    <div
      ref={state.table}
      className={classes['whole']}
      data-stale={(result.isLoading && !isAwaiting) || undefined}
      data-on-page={page !== undefined || undefined}
      data-grows-on-paper
    >
      <div className={classes['split']}>
        <section
          ref={box}
          className={classes['scroll']}
          aria-label={t('messages.table')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          tabIndex={0}
          data-messages
          data-wrapped={display.isWrapped || undefined}
          style={rowHeightOf(rowHeight)}
          {...state.keys}
        >
          <MessageTableToolbar loaded={messages.length} total={total} display={display} onDisplay={state.change}>
            {ticked.hits.length > 0 && <TickedBar hits={ticked.hits} widget={widget} onClear={ticked.clear} />}
          </MessageTableToolbar>
          <MessageRows
            messages={messages}
            total={total}
            widget={widget}
            header={state.header}
            columns={state.columns}
            template={state.template}
            hasDates={state.hasDates}
            rules={state.rules}
            display={display}
            rowHeight={rowHeight}
            openKeys={open.openKeys}
            contextKey={open.contextKey}
            active={open.active}
            marked={marked}
            isInteractive={isInteractive}
            ticked={ticked.keys}
            onTick={isInteractive ? tick : undefined}
            table={state.table}
            scroller={page ?? box}
            top={top}
            handle={state.rows}
            onToggle={open.toggle}
            onValue={valueMenu.show}
            onNearEnd={state.loadNext}
          />
          <TableEnd loaded={messages.length} total={total} isLoading={isAwaiting} hasMore={hasMore} />
        </section>
        {pinned !== undefined && (
          <MessageDetailPanel
            hit={pinned}
            widget={widget}
            isInteractive={isInteractive}
            isContextOpen={messageKey(pinned) === open.contextKey}
            onClose={open.close}
          />
        )}
      </div>
      {valueMenu.menu}
    </div>
  )
}

const AWAITED_ROWS = 24

function AwaitedRows({ isLoading }: { isLoading: boolean }) {
  if (!isLoading) return null
  return (
    <div className={classes['awaited']}>
      <LoadingLines lines={AWAITED_ROWS} />
    </div>
  )
}
