import type { MessagesWidget } from '@logyard/contract/views/view-state'
import { Button } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { MessageDetailPanel } from '../../../messages-table/details/message-detail-panel.tsx'
import { useCopyMessageLink } from '../../../messages-table/details/use-copy-message-link.ts'
import { termOf } from '../../../messages-table/fields/value-menu.tsx'
import { useValueMenuHost } from '../../../messages-table/fields/value-menu-host.tsx'
import { rulesByField } from '../../../messages-table/highlighting/highlighting-rules.ts'
import { useColumnWidths } from '../../../messages-table/rows/column-widths.ts'
import { focusRow } from '../../../messages-table/rows/focus-row.ts'
import { MessageRow } from '../../../messages-table/rows/message-row.tsx'
import classes from '../../../messages-table/rows/message-table.module.css'
import { MessageTableHeader } from '../../../messages-table/rows/message-table-header.tsx'
import { rowHeightOf, tableHeight } from '../../../messages-table/rows/table-height.ts'
import { useMessageKeys } from '../../../messages-table/rows/use-message-keys.ts'
import { useRowTools } from '../../../messages-table/rows/use-row-tools.ts'
import { useTableLook } from '../../../messages-table/rows/use-table-look.ts'
import { useSearchActions } from '../../../view-document/actions/search-actions.ts'
import styles from './live.module.css'
import type { TailBuffer, TailRow } from './tail-buffer.ts'
import { useRowWindow } from './use-row-window.ts'

interface LiveTableProps {
  readonly buffer: TailBuffer
  readonly isPaused: boolean
  /** Its columns are shown. */
  readonly widget: MessagesWidget
  readonly onHold: () => void
  readonly onRelease: () => void
}

/** What came, the newest at the end; it stays where it is while somebody reads further up or marks text. */
export function LiveTable({ buffer, isPaused, widget, onHold, onRelease }: LiveTableProps) {
  const t = useText()
  const { highlighting, addToQuery, excludeFromQuery } = useSearchActions()
  const copyLink = useCopyMessageLink()
  const { rows, isHolding, heldCount } = buffer
  const whole = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const widths = useColumnWidths()
  const valueMenu = useValueMenuHost(widget)
  const tools = useRowTools()
  const rules = useMemo(() => rulesByField(highlighting), [highlighting])
  const { look: tableLook, rowHeight } = useTableLook(widget)
  const { window: shown, look } = useRowWindow(scroller, rows.length, rowHeight)
  const [openNumber, setOpenNumber] = useState<number>()
  const [contextNumber, setContextNumber] = useState<number>()
  const [activeNumber, setActiveNumber] = useState<number>()
  /** The row that shall have the focus once it is drawn. */
  const wanted = useRef<number>(undefined)
  const { fields } = widget.config
  const template = widths.template(fields)
  const first = rows[0]?.number ?? 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows whenever rows came
  useLayoutEffect(() => {
    const element = scroller.current
    if (element !== null && !isHolding) element.scrollTop = element.scrollHeight
    look()
  }, [rows, isHolding, rowHeight])

  useEffect(() => {
    if (wanted.current !== undefined && focusRow(scroller.current, wanted.current - first)) wanted.current = undefined
  })

  useEffect(() => {
    const holdWhileMarking = () => {
      const selection = window.getSelection()
      const isHere = selection?.anchorNode instanceof Node && scroller.current?.contains(selection.anchorNode)
      if (selection?.isCollapsed === false && isHere) onHold()
    }
    document.addEventListener('selectionchange', holdWhileMarking)
    return () => document.removeEventListener('selectionchange', holdWhileMarking)
  }, [onHold])

  const isReading = () => isPaused || openNumber !== undefined || window.getSelection()?.isCollapsed === false
  /** Whoever returns to the end wants to see what comes. */
  function holdUnlessAtEnd() {
    look()
    const element = scroller.current
    if (element === null) return
    const isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < rowHeight
    if (!isAtEnd) onHold()
    else if (isHolding && !isReading()) onRelease()
  }
  function toggle(index: number) {
    const row = rows[index]
    if (row?.hit === undefined) return
    setActiveNumber(row.number)
    if (openNumber === row.number) setOpenNumber(undefined)
    else show(row, false)
  }
  function show(row: TailRow, withContext: boolean) {
    onHold()
    setOpenNumber(row.number)
    setContextNumber(withContext ? row.number : undefined)
  }
  function move(step: number) {
    const from = activeNumber === undefined ? rows.length : activeNumber - first
    const next = Math.min(Math.max(from + step, 0), rows.length - 1)
    const row = rows[next]
    const element = scroller.current
    if (row === undefined || element === null) return
    onHold()
    setActiveNumber(row.number)
    wanted.current = row.number
    if (openNumber !== undefined) setOpenNumber(row.number)
    const top = next * rowHeight
    if (top < element.scrollTop) element.scrollTop = top
    else if (top + 2 * rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = top + 2 * rowHeight - element.clientHeight
  }
  const activeRow = activeNumber === undefined ? undefined : rows[activeNumber - first]
  const keys = useMessageKeys({
    isOn: true,
    move,
    open: () => (activeNumber === undefined ? move(-1) : toggle(activeNumber - first)),
    close,
    context: () => activeRow !== undefined && show(activeRow, true),
    copyLink: () => activeRow?.hit !== undefined && copyLink(activeRow.hit),
    filter(isIn, index, field) {
      const value = rows[index]?.hit?.message[field]
      if (value === undefined || value === null) return
      const term = termOf(field, value, tools.typeOf(field))
      if (isIn) addToQuery(term)
      else excludeFromQuery(term)
    },
  })
  function close() {
    if (
      whole.current?.contains(document.activeElement) === true &&
      openNumber !== undefined &&
      activeNumber !== undefined
    )
      focusRow(scroller.current, activeNumber - first)
    setOpenNumber(undefined)
  }
  const openRow = openNumber === undefined ? undefined : rows[openNumber - first]

  return (
    <div ref={whole} className={styles['split']}>
      <div className={styles['list']}>
        <section
          ref={scroller}
          className={classes['scroll']}
          aria-label={t('search.live.messages')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          tabIndex={0}
          data-compact={tableLook.isCompact || undefined}
          style={rowHeightOf(rowHeight)}
          onScroll={holdUnlessAtEnd}
          {...keys}
        >
          <table
            aria-rowcount={rows.length + 1}
            aria-label={t('search.live.messages')}
            className={classes['table']}
            style={tableHeight(rows.length * rowHeight)}
          >
            <MessageTableHeader widget={widget} widths={widths} isInteractive={false} />
            {rows.slice(shown.from, shown.to).map((row, place) => {
              const index = shown.from + place
              const top = index * rowHeight
              if (row.hit === undefined) return <Gap key={row.number} row={row} top={top} />
              return (
                <MessageRow
                  key={row.number}
                  ref={null}
                  index={index}
                  top={top}
                  hit={row.hit}
                  widget={widget}
                  template={template}
                  rules={rules}
                  tools={tools}
                  isOpen={false}
                  isContextOpen={false}
                  isSelected={row.number === openNumber}
                  isActive={row.number === activeNumber}
                  isMarked={false}
                  isInteractive
                  onToggle={toggle}
                  onValue={valueMenu.show}
                />
              )
            })}
          </table>
        </section>
        {isHolding && !isPaused && (
          <Button
            className={styles['pill'] ?? ''}
            radius="xl"
            size="xs"
            leftSection={<IconArrowDown size={14} />}
            onClick={onRelease}
          >
            {t('search.live.new', { count: heldCount })}
          </Button>
        )}
      </div>
      {openRow?.hit !== undefined && (
        <MessageDetailPanel
          hit={openRow.hit}
          widget={widget}
          isInteractive
          isContextOpen={openNumber === contextNumber}
          onClose={close}
        />
      )}
      {valueMenu.menu}
    </div>
  )
}

function Gap({ row, top }: { row: TailRow; top: number }) {
  const t = useText()
  return (
    <tbody className={classes['row']} style={{ transform: `translateY(${top}px)` }}>
      <tr className={styles['gap']}>
        <td>{t('search.live.gap', { count: row.missed ?? 0 })}</td>
      </tr>
    </tbody>
  )
}
