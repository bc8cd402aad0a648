import { Box, Text } from '@mantine/core'
import { IconBaselineDensityMedium, IconLayoutSidebarRight, IconListSearch, IconTextWrap } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { deferred } from '../../base/deferred/deferred.tsx'
import { afterFirstContent } from '../../base/deferred/first-content.ts'
import { useText } from '../../base/text/text.tsx'
import { LoadingLines } from '../../ui/page/loading.tsx'
import { ToolButton } from '../../ui/tooltip/tool-button.tsx'
import { MESSAGES_PER_PAGE } from '../../view-document/model/widget-search-types.ts'
import { messageKey } from '../selection/message-key.ts'
import { MessageRows, MOST_PRINTED } from './message-rows.tsx'
import classes from './message-table.module.css'
import { rowHeightOf } from './table-height.ts'
import { InToolsSlot } from './tools-slot.tsx'
import { type Find, useFind } from './use-find.ts'
import { type MessageTableProps, type MessageTableState, useMessageTable } from './use-message-table.tsx'
import { watchScrollEdges } from './watch-scroll-edges.ts'

const MessageDetailPanel = deferred(() =>
  import('../details/message-detail-panel.tsx').then((module) => module.MessageDetailPanel),
)
const NoMessages = deferred(() => import('./no-messages.tsx').then((module) => module.NoMessages))
const FindBar = deferred(() => import('./find-bar.tsx').then((module) => module.FindBar))
const TickedBar = deferred(() => import('../selection/ticked-bar.tsx').then((module) => module.TickedBar))

/** A long table of messages: only the visible rows are rendered, and more are loaded near the end. */
export function MessageTable(props: MessageTableProps) {
  const { widget, result, isInteractive } = props
  const t = useText()
  const state = useMessageTable(props)
  const find = useFind()
  // The bar must be open before the user types.
  useEffect(() => afterFirstContent(() => void FindBar.prepare().catch(() => undefined)), [])
  const { messages, isAwaiting, isOnPage, display, open } = state
  if (!state.hasResult) return <AwaitedRows isLoading={result.isLoading} />
  // A page that is one table says itself that nothing matches, with ways out.
  if (messages.length === 0 && isOnPage) return null
  if (messages.length === 0) return <NoMessages widget={widget} result={result} />
  const { pinned } = open
  return (
    <div
      ref={state.table}
      className={classes['whole']}
      data-stale={(result.isLoading && !isAwaiting) || undefined}
      data-on-page={isOnPage || undefined}
      data-grows-on-paper
    >
      <InToolsSlot>
        <MessageTableToolbar state={state} find={find} />
      </InToolsSlot>
      <div ref={isOnPage ? null : watchScrollEdges} className={classes['split']} data-scroll-edges>
        <section
          ref={state.box}
          className={classes['scroll']}
          aria-label={t('messages.table')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          tabIndex={0}
          data-messages
          data-wrapped={display.isWrapped || undefined}
          style={rowHeightOf(state.rowHeight)}
          {...state.keys}
          onKeyDown={(event) => {
            if (find.opens(event)) return
            state.keys.onKeyDown(event)
          }}
        >
          <MessageRows state={state} />
          <TableEnd state={state} />
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
      {state.valueMenu.menu}
    </div>
  )
}

const AWAITED_ROWS = 24

function AwaitedRows({ isLoading }: { isLoading: boolean }) {
  if (!isLoading) return null
  return (
    <Box h="100%" mah="60dvh" px="md" py="sm" style={{ overflow: 'hidden' }}>
      <LoadingLines lines={AWAITED_ROWS} />
    </Box>
  )
}

/** Below the last row: that more is loading, or how many messages are out of reach. */
function TableEnd({ state }: { state: MessageTableState }) {
  const t = useText()
  const { total, isAwaiting, hasMore } = state
  const loaded = state.messages.length
  return (
    <>
      {isAwaiting && <div className={classes['end']}>{t('messages.loadingMore')}</div>}
      {!isAwaiting && !hasMore && loaded < total && (
        <div className={classes['end']} role="note">
          {t('messages.window', { loaded, total, pages: Math.ceil(loaded / MESSAGES_PER_PAGE) })}
        </div>
      )}
      {loaded > MOST_PRINTED && (
        <div className={classes['printedOnly']}>{t('messages.printed', { printed: MOST_PRINTED, loaded })}</div>
      )}
    </>
  )
}

/** Shown in the frame around the table, so that it covers no heading. */
function MessageTableToolbar({ state, find }: { state: MessageTableState; find: Find }) {
  const t = useText()
  const { messages, total, widget, ticked, display, isOnPage, change } = state
  const loaded = messages.length
  // The page says how many there are.
  const count = isOnPage ? loaded < total && t('messages.loaded', { loaded }) : t('messages.count', { loaded, total })
  return (
    <div className={classes['tools']}>
      {ticked.hits.length > 0 && <TickedBar hits={ticked.hits} widget={widget} onClear={ticked.clear} />}
      <Text size="xs" c="dimmed" role="status" className={classes['loaded'] ?? ''}>
        {ticked.hits.length === 0 && count}
      </Text>
      {find.request > 0 && (
        <FindBar
          messages={messages}
          columns={state.columns}
          tools={state.tools}
          table={state.table}
          rows={state.rows}
          request={find.request}
          onClose={find.close}
        />
      )}
      <Toggle label={t('messages.find')} isOn={find.request > 0} onToggle={find.toggle}>
        <IconListSearch size={14} />
      </Toggle>
      <Toggle
        label={t('messages.comfortable')}
        isOn={display.isComfortable}
        onToggle={() => change({ isComfortable: !display.isComfortable })}
      >
        <IconBaselineDensityMedium size={14} />
      </Toggle>
      <Toggle
        label={t('messages.wrap')}
        isOn={display.isWrapped}
        onToggle={() => change({ isWrapped: !display.isWrapped })}
      >
        <IconTextWrap size={14} />
      </Toggle>
      <Toggle
        label={t('messages.pinRight')}
        isOn={display.isPinned}
        onToggle={() => change({ isPinned: !display.isPinned })}
      >
        <IconLayoutSidebarRight size={14} />
      </Toggle>
    </div>
  )
}

interface ToggleProps {
  readonly label: string
  readonly isOn: boolean
  readonly onToggle: () => void
  readonly children: ReactNode
}

function Toggle({ label, isOn, onToggle, children }: ToggleProps) {
  return (
    <ToolButton
      label={label}
      size="sm"
      variant={isOn ? 'light' : 'subtle'}
      color={isOn ? 'spruce' : 'gray'}
      aria-pressed={isOn}
      onClick={onToggle}
    >
      {children}
    </ToolButton>
  )
}
