import type { MessageHit } from '@logyard/contract/search/search-results'
import type { PointerEvent, ReactNode } from 'react'
import { messageValue } from '../details/message-value.ts'
import { type OpenValueMenu, textOf } from '../fields/menu-value.ts'
import { HighlightedText } from '../highlighting/highlighted-text.tsx'
import type { RulesByField } from '../highlighting/highlighting-rules.ts'
import { isLevelField, type MessageLevel } from '../levels/message-level.ts'
import classes from './message-table.module.css'
import type { RowTools } from './use-row-tools.ts'

interface CellProps {
  readonly hit: MessageHit
  readonly rules: RulesByField
  readonly tools: RowTools
  /** The first row of its day: only there the date is shown. */
  readonly isDayStart?: boolean
  readonly isInteractive: boolean
  readonly onValue: (menu: OpenValueMenu) => void
}

/** Longer values are truncated unless they wrap: a browser lays out every character that it gets. */
const MAX_CELL_CHARACTERS = 2000
const MAX_LINE_CHARACTERS = 4000
/** `2021-05-01 `, before the time of day. */
const DATE_LENGTH = 11

export function FieldCell(props: CellProps & { field: string }) {
  const { field, hit, rules, tools, isDayStart = false } = props
  const value = hit.message[field]
  if (value === undefined || value === null) return <td className={classes['cell']} />
  const type = tools.typeOf(field)
  const text = tools.format(value, type)
  const shown = text.length > MAX_CELL_CHARACTERS ? `${text.slice(0, MAX_CELL_CHARACTERS)}…` : text
  const stored = textOf(value)
  const isDate = type === 'date' && typeof value === 'string'
  // The exact instant is formatted only on hover: that takes longer than the rest of the cell.
  const showExactTime = ({ currentTarget }: PointerEvent<HTMLElement>) => {
    if (isDate) currentTarget.title = tools.exactTime(value)
  }
  return (
    <td
      className={classes['cell']}
      translate="no"
      data-time={isDate || undefined}
      data-level-field={isLevelField(field) || undefined}
      data-number={typeof value === 'number' || undefined}
      onPointerEnter={isDate ? showExactTime : undefined}
    >
      <ValueButton {...props}>
        {field === 'timestamp' && isDate && text !== stored ? (
          <TimeText text={text} hasDate={isDayStart} />
        ) : (
          <HighlightedText
            text={text.trim() === '' ? tools.t('messages.emptyValue') : shown}
            ranges={text === stored ? hit.highlight_ranges[field] : undefined}
            color={rules.get(field)?.get(stored)}
          />
        )}
      </ValueButton>
    </td>
  )
}

function TimeText({ text, hasDate }: { text: string; hasDate: boolean }) {
  const time = text.slice(DATE_LENGTH)
  if (!hasDate) return time
  return (
    <>
      <span className={classes['date']}>{text.slice(0, DATE_LENGTH)}</span>
      {time}
    </>
  )
}

/** The level in words; as it is stored on hover. */
export function LevelCell({ level, ...props }: CellProps & { level: MessageLevel | undefined }) {
  if (level === undefined) return <td className={classes['cell']} />
  const { field, value, name, tone } = level
  return (
    <td className={classes['cell']} translate="no" title={`${field}: ${value}`}>
      <ValueButton {...props} field={field}>
        <span className={classes['level']} data-tone={tone}>
          {name}
        </span>
      </ValueButton>
    </td>
  )
}

export function MessageCell({ hit, rules }: CellProps) {
  const text = textOf(hit.message.message ?? '')
  return (
    <td className={classes['message']} translate="no">
      <HighlightedText
        text={text.length > MAX_LINE_CHARACTERS ? `${text.slice(0, MAX_LINE_CHARACTERS)}…` : text}
        ranges={hit.highlight_ranges['message']}
        color={rules.get('message')?.get(text)}
      />
    </td>
  )
}

interface ValueButtonProps extends CellProps {
  readonly field: string
  readonly children: ReactNode
}

/** Opens the menu of the value. */
function ValueButton({ field, hit, isInteractive, onValue, children }: ValueButtonProps) {
  if (!isInteractive) return children
  return (
    <button
      type="button"
      className={classes['value']}
      aria-haspopup="menu"
      data-field={field}
      onClick={({ currentTarget }) =>
        onValue({ ...messageValue(hit, field), at: currentTarget.getBoundingClientRect() })
      }
    >
      {children}
    </button>
  )
}
