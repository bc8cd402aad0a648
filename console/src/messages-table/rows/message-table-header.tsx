import type { MessagesWidget } from '@logyard/contract/views/view-state'
import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { deferred } from '../../base/deferred/deferred.tsx'
import { useText } from '../../base/text/text.tsx'
import { useFieldTypes } from '../../query/fields/field-types.ts'
import { useSearchActions } from '../../view-document/actions/search-actions.ts'
import fieldClasses from '../fields/fields.module.css'
import type { useColumnWidths } from './column-widths.ts'
import classes from './message-table.module.css'
import { columnKey, type RowColumn } from './row-columns.ts'

const FieldMenu = deferred(() => import('../fields/field-menu.tsx').then((module) => module.FieldMenu), {
  isLater: true,
})

export interface MessageTableHeaderProps {
  readonly widget: MessagesWidget
  readonly widths: ReturnType<typeof useColumnWidths>
  readonly columns: readonly RowColumn[]
  readonly isInteractive: boolean
  readonly isTickable?: boolean
}

const KEY_STEP = 20

export function MessageTableHeader(props: MessageTableHeaderProps) {
  const { columns, widths, isTickable = false } = props
  const t = useText()
  return (
    <thead className={classes['header']}>
      <tr
        aria-rowindex={1}
        className={classes['line']}
        style={{ gridTemplateColumns: widths.template(columns, isTickable) }}
      >
        <th scope="col" className={classes['opener']}>
          <VisuallyHidden>{t('messages.details')}</VisuallyHidden>
        </th>
        {columns.map((column) => (
          <ColumnHead key={columnKey(column)} column={column} {...props} />
        ))}
      </tr>
    </thead>
  )
}

interface ColumnHeadProps extends MessageTableHeaderProps {
  readonly column: RowColumn
}

function ColumnHead({ column, widget, widths, isInteractive }: ColumnHeadProps) {
  const field = column.kind === 'field' ? column.field : column.kind
  return (
    <th scope="col" className={classes['column']} aria-sort={ariaSort(widget, field)} translate="no">
      {isInteractive && column.kind !== 'level' ? (
        <>
          <FieldMenu
            field={field}
            widget={widget}
            table={widget}
            fallback={<span className={fieldClasses['name']}>{field}</span>}
          >
            {field}
          </FieldMenu>
          <SortButton field={field} widget={widget} />
          {column.kind === 'field' && <ResizeHandle field={field} widths={widths} />}
        </>
      ) : (
        field
      )}
    </th>
  )
}

const sortOf = ({ config }: MessagesWidget) =>
  config.sort[0] ?? ({ field: 'timestamp', direction: 'Descending' } as const)

function ariaSort(widget: MessagesWidget, field: string): 'ascending' | 'descending' | undefined {
  const sort = sortOf(widget)
  if (sort.field !== field) return undefined
  return sort.direction === 'Ascending' ? 'ascending' : 'descending'
}

/** First descending, then ascending. */
function SortButton({ field, widget }: { field: string; widget: MessagesWidget }) {
  const t = useText()
  const { updateWidget } = useSearchActions()
  const { has } = useFieldTypes()
  if (has(field, 'full-text-search') && field !== 'source') return null
  const now = ariaSort(widget, field)
  const next = now === 'descending' ? 'Ascending' : 'Descending'
  const Icon = now === undefined ? IconArrowsSort : now === 'descending' ? IconArrowDown : IconArrowUp
  return (
    <ActionIcon
      size="xs"
      color={now === undefined ? 'gray' : 'spruce'}
      className={classes['sort'] ?? ''}
      data-on={now !== undefined || undefined}
      aria-label={t(next === 'Ascending' ? 'messages.sortAscending' : 'messages.sortDescending', { field })}
      title={t(next === 'Ascending' ? 'messages.sortAscending' : 'messages.sortDescending', { field })}
      onClick={() =>
        updateWidget({ ...widget, config: { ...widget.config, sort: [{ type: 'pivot', field, direction: next }] } })
      }
    >
      <Icon size={12} />
    </ActionIcon>
  )
}

function ResizeHandle({ field, widths }: { field: string; widths: MessageTableHeaderProps['widths'] }) {
  const t = useText()
  const start = (event: PointerEvent<HTMLDivElement>) => {
    event.preventDefault()
    const handle = event.currentTarget
    const column = handle.parentElement
    if (column === null) return
    const { width } = column.getBoundingClientRect()
    const from = event.clientX
    handle.setPointerCapture(event.pointerId)
    handle.onpointermove = ({ clientX }) => widths.resize(field, width + clientX - from)
    handle.onpointerup = () => {
      handle.onpointermove = null
      handle.onpointerup = null
    }
  }
  const byKey = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') widths.resize(field, widths.widthOf(field) - KEY_STEP)
    if (key === 'ArrowRight') widths.resize(field, widths.widthOf(field) + KEY_STEP)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that is moved, not a rule between texts
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('messages.resize', { field })}
      aria-valuenow={widths.widthOf(field)}
      className={classes['resize']}
      onPointerDown={start}
      onKeyDown={byKey}
    />
  )
}
