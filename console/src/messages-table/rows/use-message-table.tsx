/** The state of a message table: loaded messages, open and ticked rows, columns, keys. */

import type { MessageHit } from '@logyard/contract/search/search-results'
import type { EffectiveRange } from '@logyard/contract/search/time-ranges'
import type { MessagesWidget } from '@logyard/contract/views/view-state'
import { useCallback, useMemo, useRef } from 'react'
import { useQueryValues } from '../../base/routes/location.ts'
import { useZone } from '../../query/time-range/use-range-text.ts'
import { wallClock } from '../../query/time-range/zoned-time.ts'
import { useSearchActions } from '../../view-document/actions/search-actions.ts'
import { messagesResult, type WidgetResult } from '../../view-document/model/view-model.ts'
import { useValueMenuHost } from '../fields/use-value-menu-host.tsx'
import { rulesByField } from '../highlighting/highlighting-rules.ts'
import { useTickedMessages } from '../selection/use-ticked-messages.ts'
import { useColumnWidths } from './column-widths.ts'
import { dayStarts } from './day-starts.ts'
import { longestValues } from './longest-values.ts'
import { MessageTableHeader } from './message-table-header.tsx'
import { usePageScroller, useTableTop } from './page-scroller.ts'
import { rowColumns } from './row-columns.ts'
import type { MessageRowsHandle } from './row-focus.ts'
import { useLoadedMessages } from './use-loaded-messages.ts'
import { useMessageKeys } from './use-message-keys.ts'
import { useOpenRows } from './use-open-rows.ts'
import { type RowTools, useRowTools } from './use-row-tools.ts'
import { useStableCallback } from './use-stable-callback.ts'
import { useTableDisplay } from './use-table-display.ts'

export interface MessageTableProps {
  readonly widget: MessagesWidget
  readonly result: WidgetResult
  readonly isInteractive: boolean
}

export type MessageTableState = ReturnType<typeof useMessageTable>

export function useMessageTable({ widget, result, isInteractive }: MessageTableProps) {
  const actions = useSearchActions()
  const list = messagesResult(result)
  const loaded = useLoadedMessages(list)
  const { messages, hasMore, isAwaiting, awaitNext } = loaded
  const tools = useRowTools()
  const tableDisplay = useTableDisplay()
  const box = useRef<HTMLDivElement>(null)
  const page = usePageScroller()
  const table = useRef<HTMLDivElement>(null)
  const rows = useRef<MessageRowsHandle>(null)
  const open = useOpenRows({ messages, isPinned: tableDisplay.display.isPinned, table, rows })
  const rules = useMemo(() => rulesByField(actions.highlighting), [actions.highlighting])

  const searchTypeId = list?.id
  const mayLoad = searchTypeId !== undefined && hasMore && !isAwaiting && !result.isLoading
  const loadNext = useCallback(() => {
    if (mayLoad) actions.loadPage(searchTypeId, awaitNext())
  }, [mayLoad, actions, searchTypeId, awaitNext])

  const ticked = useTickedMessages(messages)
  const tick = useStableCallback(ticked.tick)
  const { activeHit } = open
  const keys = useMessageKeys({
    isOn: isInteractive,
    move: open.move,
    open: open.openActive,
    close: open.close,
    context: () => activeHit !== undefined && open.openContext(activeHit),
    activeHit,
    hitAt: (index) => messages[index],
  })
  return {
    ...loaded,
    ...tableDisplay,
    ...useColumns({ widget, isInteractive, messages, tools }),
    dayStarts: useDayStarts(messages, useIsOneDay(list?.effective_timerange), tools),
    tools,
    widget,
    isInteractive,
    hasResult: list !== undefined,
    isOnPage: page !== undefined,
    table,
    box,
    /** Scrolls the rows: the table's own box, or the page. */
    scroller: page ?? box,
    /** Where the table begins in the scrolled content. */
    top: useTableTop(page, table),
    rows,
    open,
    /** The message that the link to this page points to. */
    marked: useQueryValues().get('highlightMessage') ?? undefined,
    rules,
    ticked,
    onTick: isInteractive ? tick : undefined,
    valueMenu: useValueMenuHost(widget),
    loadNext,
    keys,
  }
}

interface ColumnsOptions extends Pick<MessageTableProps, 'widget' | 'isInteractive'> {
  readonly messages: readonly MessageHit[]
  readonly tools: RowTools
}

function useColumns({ widget, isInteractive, messages, tools }: ColumnsOptions) {
  const columns = useMemo(() => rowColumns(widget.config), [widget.config])
  const longest = useMemo(() => longestValues(messages, columns, tools), [messages, columns, tools])
  const widths = useColumnWidths(longest)
  const template = widths.template(columns, isInteractive)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the template changes whenever the widths do
  const header = useMemo(
    () => (
      <MessageTableHeader
        widget={widget}
        widths={widths}
        columns={columns}
        isInteractive={isInteractive}
        isTickable={isInteractive}
      />
    ),
    [widget, columns, template, isInteractive],
  )
  return { columns, template, header }
}

const NO_DAYS: ReadonlySet<number> = new Set()

/** The rows with a date; none if all are of one day. */
function useDayStarts(messages: readonly MessageHit[], isOneDay: boolean, { dayOf }: RowTools): ReadonlySet<number> {
  return useMemo(() => (isOneDay ? NO_DAYS : dayStarts(messages, dayOf)), [messages, isOneDay, dayOf])
}

const DAY_LENGTH = 10

/** Whether the range lies within one day of the user's zone: dates in its rows would all be the same. */
function useIsOneDay(range: EffectiveRange | undefined): boolean {
  const zone = useZone()
  if (range === undefined) return false
  const dayOf = (iso: string) => wallClock(Date.parse(iso), zone).slice(0, DAY_LENGTH)
  return dayOf(range.from) === dayOf(range.to)
}
