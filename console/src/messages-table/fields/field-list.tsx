import type { MessagesWidget } from '@logyard/contract/views/view-state'
import { UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { useText } from '../../base/text/text.tsx'
import type { FieldGroup, GroupedFields, ListedField } from './field-groups.ts'
import { FieldRow } from './field-row.tsx'
import classes from './fields-panel.module.css'
import { useRovingRows } from './use-roving-rows.ts'

const ROW_HEIGHT = 28

interface FieldListProps {
  /** The order is about to change. */
  readonly isSettling: boolean
  readonly groups: readonly GroupedFields[]
  readonly isUnfolded: (group: FieldGroup) => boolean
  readonly onToggle: (group: FieldGroup) => void
  readonly inStreams: ReadonlySet<string>
  readonly tables: readonly MessagesWidget[]
}

type Row = { readonly key: string } & (
  | { readonly kind: 'field'; readonly field: ListedField }
  | { readonly kind: 'group'; readonly group: FieldGroup; readonly count: number; readonly isOpen: boolean }
)

/** Virtualized: there can be tens of thousands of fields. */
export function FieldList({ isSettling, groups, isUnfolded, onToggle, inStreams, tables }: FieldListProps) {
  const t = useText()
  const scroller = useRef<HTMLDivElement>(null)
  const rows = groups.flatMap((group) => rowsOf(group, isUnfolded(group.group)))
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
    getItemKey: (index) => rows[index]?.key ?? index,
    // The height before the first layout, for example in an overlay that opens.
    initialRect: { width: 260, height: 600 },
  })
  const { active, onKeyDown, onFocus } = useRovingRows(scroller, rows.length, (index) => virtual.scrollToIndex(index))
  return (
    <section
      ref={scroller}
      className={classes['scroll']}
      aria-label={t('fields.panel')}
      data-settling={isSettling || undefined}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
    >
      <ul className={classes['list']} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            <li
              key={key}
              className={classes['row']}
              data-row={index}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)` }}
            >
              {row.kind === 'field' ? (
                <FieldRow
                  field={row.field}
                  isReachable={index === active}
                  isInStreams={inStreams.has(row.field.name)}
                  tables={tables}
                />
              ) : (
                <UnstyledButton
                  className={classes['group'] ?? ''}
                  tabIndex={index === active ? 0 : -1}
                  aria-expanded={row.isOpen}
                  onClick={() => onToggle(row.group)}
                >
                  <IconChevronRight size={14} />
                  {t(`fields.group.${row.group}`, { count: row.count })}
                </UnstyledButton>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function rowsOf({ group, fields }: GroupedFields, isOpen: boolean): readonly Row[] {
  const found = fields.map((field): Row => ({ kind: 'field', key: `field ${field.name}`, field }))
  if (group === 'found') return found
  return [{ kind: 'group', key: `group ${group}`, group, count: fields.length, isOpen }, ...(isOpen ? found : [])]
}
