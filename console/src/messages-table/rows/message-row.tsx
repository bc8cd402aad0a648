import type { MessageHit } from '@logyard/contract/search/search-results'
import type { MessagesWidget } from '@logyard/contract/views/view-state'
import { IconChevronRight } from '@tabler/icons-react'
import { type MouseEvent, memo, type Ref } from 'react'
import { deferred } from '../../base/deferred/deferred.tsx'
import type { OpenValueMenu } from '../fields/menu-value.ts'
import type { RulesByField } from '../highlighting/highlighting-rules.ts'
import { levelOf, type MessageLevel } from '../levels/message-level.ts'
import classes from './message-table.module.css'
import { FieldCell, LevelCell, MessageCell } from './row-cells.tsx'
import { columnKey, type RowColumn } from './row-columns.ts'
import type { RowTools } from './use-row-tools.ts'

export interface MessageRowProps {
  readonly ref: Ref<HTMLTableSectionElement>
  readonly index: number
  readonly top: number
  readonly hit: MessageHit
  readonly widget: MessagesWidget
  readonly columns: readonly RowColumn[]
  readonly template: string
  readonly rules: RulesByField
  readonly tools: RowTools
  /** The first row of its day, which is higher by the line of its date. */
  readonly isDayStart?: boolean
  readonly isOpen: boolean
  /** Opens with the messages around it. */
  readonly isContextOpen: boolean
  readonly isSelected: boolean
  readonly isActive: boolean
  readonly isMarked: boolean
  readonly isTicked?: boolean
  readonly isInteractive: boolean
  readonly onToggle: (index: number) => void
  /** Absent: rows cannot be ticked. */
  readonly onTick?: ((index: number, isRange: boolean) => void) | undefined
  readonly onValue: (menu: OpenValueMenu) => void
}

/** Loaded with the first open message. */
const MessageDetail = deferred(() => import('../details/message-detail.tsx').then((module) => module.MessageDetail))
/** Loads the details of messages in advance. */
export const loadDetails = MessageDetail.prepare

/** A click, unlike a change, says whether Shift was pressed. */
const nothing = () => undefined

/** Without hooks: scrolling mounts and unmounts thousands of rows. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { ref, index, top, hit, widget, template, isOpen, isSelected, isActive, isMarked, onToggle } = props
  const { isTicked = false, isDayStart = false, onTick } = props
  const level = levelOf(hit.message)
  const toggleUnlessSelecting = (event: MouseEvent) => {
    const isOnControl = event.target instanceof Element && event.target.closest('button, a, input') !== null
    if (isOnControl || window.getSelection()?.isCollapsed === false) return
    onToggle(index)
  }
  return (
    <tbody
      ref={ref}
      data-index={index}
      className={classes['row']}
      style={{ transform: `translateY(${top}px)` }}
      data-tone={level?.tone}
      data-day={isDayStart || undefined}
      data-open={isOpen || undefined}
      data-selected={isSelected || undefined}
      data-active={isActive || undefined}
      data-marked={isMarked || undefined}
      data-ticked={isTicked || undefined}
    >
      <tr
        aria-rowindex={index + 2}
        className={classes['line']}
        style={{ gridTemplateColumns: template }}
        onClick={toggleUnlessSelecting}
      >
        <Opener {...props} isTicked={isTicked} onTick={onTick} />
        {props.columns.map((column) => (
          <ColumnCell key={columnKey(column)} column={column} level={level} row={props} />
        ))}
      </tr>
      {isOpen && (
        <tr className={classes['detail']}>
          <td>
            <MessageDetail
              hit={hit}
              widget={widget}
              isInteractive={props.isInteractive}
              isContextOpen={props.isContextOpen}
            />
          </td>
        </tr>
      )}
    </tbody>
  )
})

function Opener({ index, hit, tools, isSelected, isTicked, onTick, onToggle }: MessageRowProps) {
  return (
    <td className={classes['opener']}>
      {onTick !== undefined && (
        <input
          type="checkbox"
          className={classes['tick']}
          checked={isTicked === true}
          aria-label={tools.t('messages.tick', { time: hit.message.timestamp })}
          onClick={({ shiftKey }) => onTick(index, shiftKey)}
          onChange={nothing}
        />
      )}
      <button
        type="button"
        className={classes['chevron']}
        data-opener
        aria-expanded={isSelected}
        aria-label={tools.t(isSelected ? 'messages.close' : 'messages.open', { time: hit.message.timestamp })}
        onClick={() => onToggle(index)}
      >
        <IconChevronRight size={14} />
      </button>
    </td>
  )
}

interface ColumnCellProps {
  readonly column: RowColumn
  readonly level: MessageLevel | undefined
  readonly row: MessageRowProps
}

function ColumnCell({ column, level, row }: ColumnCellProps) {
  if (column.kind === 'level') return <LevelCell {...row} level={level} />
  if (column.kind === 'message') return <MessageCell {...row} />
  return <FieldCell {...row} field={column.field} />
}
