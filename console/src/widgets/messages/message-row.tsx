import type { MessageHit } from '@logyard/contract/search-results'
import type { MessagesWidget } from '@logyard/contract/view-state'
import { IconChevronRight } from '@tabler/icons-react'
import { type MouseEvent, memo, type Ref } from 'react'
import { useText } from '../../app/text/text.tsx'
import { useFieldTypes } from '../field-types.ts'
import { useExactTime, useFormatValue } from '../fields/field-format.ts'
import { textOf } from '../fields/value-menu.tsx'
import type { OpenValueMenu } from '../fields/value-menu-host.tsx'
import { HighlightedText } from './highlighted-text.tsx'
import type { RulesByField } from './highlighting-rules.ts'
import { isFromDecorator } from './is-from-decorator.ts'
import { MessageDetail } from './message-detail.tsx'
import { levelOf } from './message-level.ts'
import classes from './message-table.module.css'

export interface MessageRowProps {
  readonly ref: Ref<HTMLTableSectionElement>
  readonly index: number
  readonly top: number
  readonly hit: MessageHit
  readonly widget: MessagesWidget
  readonly template: string
  readonly rules: RulesByField
  readonly isOpen: boolean
  readonly isSelected: boolean
  readonly isActive: boolean
  readonly isMarked: boolean
  readonly isInteractive: boolean
  readonly onToggle: (index: number) => void
  readonly onValue: (menu: OpenValueMenu) => void
}

/** Longer ones are cut where they do not wrap anyway: a browser lays out every character that it is given. */
const MAX_CELL_CHARACTERS = 2000
const MAX_LINE_CHARACTERS = 4000

export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { ref, index, top, hit, widget, template, isOpen, isSelected, isActive, isMarked, onToggle } = props
  const t = useText()
  const { fields, show_message_row: hasMessageRow } = widget.config
  const toggleUnlessSelecting = (event: MouseEvent) => {
    const isOnControl = event.target instanceof Element && event.target.closest('button, a') !== null
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
      data-selected={isSelected || undefined}
      data-active={isActive || undefined}
      data-marked={isMarked || undefined}
    >
      <tr
        aria-rowindex={index + 2}
        className={classes['line']}
        style={{ gridTemplateColumns: template }}
        onClick={toggleUnlessSelecting}
      >
        <td className={classes['opener']}>
          <button
            type="button"
            className={classes['chevron']}
            aria-expanded={isSelected}
            aria-label={t(isSelected ? 'messages.close' : 'messages.open', { time: hit.message.timestamp })}
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
            <MessageDetail hit={hit} widget={widget} isInteractive={props.isInteractive} />
          </td>
        </tr>
      )}
    </tbody>
  )
})

function Cell({ field, hit, rules, isInteractive, onValue }: MessageRowProps & { field: string }) {
  const t = useText()
  const { typeOf } = useFieldTypes()
  const format = useFormatValue()
  const exactTime = useExactTime()
  const value = hit.message[field]
  const type = typeOf(field)
  if (value === undefined || value === null) return <td className={classes['cell']} />
  const text = format(value, type)
  const shown = text.length > MAX_CELL_CHARACTERS ? `${text.slice(0, MAX_CELL_CHARACTERS)}…` : text
  const isAsStored = text === textOf(value)
  const content = (
    <HighlightedText
      text={text.trim() === '' ? t('messages.emptyValue') : shown}
      ranges={isAsStored ? hit.highlight_ranges[field] : undefined}
      color={rules.get(field)?.get(textOf(value))}
    />
  )
  const isDecorated = isFromDecorator(hit, field)
  return (
    <td
      className={classes['cell']}
      translate="no"
      data-number={typeof value === 'number' || undefined}
      title={type === 'date' && typeof value === 'string' ? exactTime(value) : undefined}
    >
      {isInteractive ? (
        <button
          type="button"
          className={classes['value']}
          aria-haspopup="menu"
          aria-label={t('fields.valueMenuOf', { field, value: shown })}
          onClick={({ currentTarget }) =>
            onValue({ field, value, isDecorated, at: currentTarget.getBoundingClientRect() })
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
