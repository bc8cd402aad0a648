import type { MessageHit } from '@logyard/contract/search/search-results'
import type { MessagesWidget } from '@logyard/contract/views/view-state'
import { IconChevronRight } from '@tabler/icons-react'
import { type MouseEvent, memo, type Ref } from 'react'
import { isFromDecorator } from '../decorators/is-from-decorator.ts'
import { MessageDetail } from '../details/message-detail.tsx'
import { textOf } from '../fields/value-menu.tsx'
import type { OpenValueMenu } from '../fields/value-menu-host.tsx'
import { HighlightedText } from '../highlighting/highlighted-text.tsx'
import type { RulesByField } from '../highlighting/highlighting-rules.ts'
import { levelOf } from './message-level.ts'
import classes from './message-table.module.css'
import type { RowTools } from './use-row-tools.ts'

export interface MessageRowProps {
  readonly ref: Ref<HTMLTableSectionElement>
  readonly index: number
  readonly top: number
  readonly hit: MessageHit
  readonly widget: MessagesWidget
  readonly template: string
  readonly rules: RulesByField
  readonly tools: RowTools
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

/** Longer values are truncated unless they wrap: a browser lays out every character that it gets. */
const MAX_CELL_CHARACTERS = 2000
const MAX_LINE_CHARACTERS = 4000

/** A click, unlike a change, says whether Shift was pressed. */
const nothing = () => undefined

/** Without hooks: scrolling mounts and unmounts thousands of rows. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { ref, index, top, hit, widget, template, tools, isOpen, isSelected, isActive, isMarked, onToggle } = props
  const { isTicked = false, onTick } = props
  const { fields, show_message_row: hasMessageRow } = widget.config
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
      data-level={levelOf(hit.message)}
      data-open={isOpen || undefined}
      data-selected={isSelected || undefined}
      data-active={isActive || undefined}
      data-marked={isMarked || undefined}
      data-tickable={onTick !== undefined || undefined}
      data-ticked={isTicked || undefined}
    >
      <tr
        aria-rowindex={index + 2}
        className={classes['line']}
        style={{ gridTemplateColumns: template }}
        onClick={toggleUnlessSelecting}
      >
        <td className={classes['opener']}>
          {onTick !== undefined && (
            <input
              type="checkbox"
              className={classes['tick']}
              checked={isTicked}
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
        {fields.map((field) => (
          <Cell key={field} field={field} {...props} />
        ))}
      </tr>
      {hasMessageRow && <MessageLine {...props} onClick={toggleUnlessSelecting} />}
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

function Cell({ field, hit, rules, tools, isInteractive, onValue }: MessageRowProps & { field: string }) {
  const value = hit.message[field]
  if (value === undefined || value === null) return <td className={classes['cell']} />
  const type = tools.typeOf(field)
  const text = tools.format(value, type)
  const shown = text.length > MAX_CELL_CHARACTERS ? `${text.slice(0, MAX_CELL_CHARACTERS)}…` : text
  const stored = textOf(value)
  const content = (
    <HighlightedText
      text={text.trim() === '' ? tools.t('messages.emptyValue') : shown}
      ranges={text === stored ? hit.highlight_ranges[field] : undefined}
      color={rules.get(field)?.get(stored)}
    />
  )
  return (
    <td
      className={classes['cell']}
      translate="no"
      data-number={typeof value === 'number' || undefined}
      // Format the instant only on hover: that takes longer than the rest of the cell.
      onPointerEnter={
        type === 'date' && typeof value === 'string'
          ? ({ currentTarget }) => {
              currentTarget.title = tools.exactTime(value)
            }
          : undefined
      }
    >
      {isInteractive ? (
        <button
          type="button"
          className={classes['value']}
          aria-haspopup="menu"
          data-field={field}
          onClick={({ currentTarget }) =>
            onValue({
              field,
              value,
              isDecorated: isFromDecorator(hit, field),
              at: currentTarget.getBoundingClientRect(),
            })
          }
        >
          {content}
        </button>
      ) : (
        content
      )}
    </td>
  )
}

function MessageLine({ hit, rules, onClick }: MessageRowProps & { onClick: (event: MouseEvent) => void }) {
  const text = textOf(hit.message.message ?? '')
  return (
    <tr className={classes['second']} onClick={onClick}>
      <td className={classes['message']} translate="no">
        <HighlightedText
          text={text.length > MAX_LINE_CHARACTERS ? `${text.slice(0, MAX_LINE_CHARACTERS)}…` : text}
          ranges={hit.highlight_ranges['message']}
          color={rules.get('message')?.get(text)}
        />
      </td>
    </tr>
  )
}
