import { HIDDEN_FIELDS } from '@logyard/contract/messages/message-fields'
import type { MessagesWidget } from '@logyard/contract/views/view-state'
import { ActionIcon, Button, Select, Text, TextInput, Tooltip } from '@mantine/core'
import {
  IconCalendarClock,
  IconCircleHalf2,
  IconHash,
  IconHelpCircle,
  IconLetterT,
  IconReportAnalytics,
  type TablerIcon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, useState } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { allFieldsQuery } from '../../query/fields/field-queries.ts'
import { type KnownField, useFieldTypes } from '../../query/fields/field-types.ts'
import { type FieldKind, fieldKind } from './field-kind.ts'
import { FieldMenu } from './field-menu.tsx'
import { useShowStatistics } from './field-statistics-host.tsx'
import classes from './fields-panel.module.css'

const SETS = ['current', 'all', 'reserved'] as const
type FieldSet = (typeof SETS)[number]
const ROW_HEIGHT = 28

const ICONS: Readonly<Record<FieldKind, TablerIcon>> = {
  text: IconLetterT,
  number: IconHash,
  date: IconCalendarClock,
  boolean: IconCircleHalf2,
  other: IconHelpCircle,
}

/** All fields, with a filter and a menu each. `tables` are those of the page. */
export function FieldsPanel({ tables }: { tables: readonly MessagesWidget[] }) {
  const t = useText()
  const own = useFieldTypes()
  const all = useQuery(allFieldsQuery(useCall()))
  const [filter, setFilter] = useState('')
  const [set, setSet] = useState<FieldSet>('current')
  const inStreams = new Set(own.fields.map(({ name }) => name))
  const known = set === 'current' ? own.fields : (all.data ?? own.fields)
  const wanted = filter.trim().toLowerCase()
  const fields = known
    .filter(({ name }) => set === 'reserved' || !HIDDEN_FIELDS.has(name))
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .toSorted((a, b) => a.name.localeCompare(b.name))
  return (
    <div className={classes['panel']}>
      <div className={classes['filter']}>
        <TextInput
          size="xs"
          aria-label={t('fields.filter')}
          placeholder={t('fields.filter')}
          value={filter}
          onChange={({ currentTarget }) => setFilter(currentTarget.value)}
        />
        <Button size="xs" variant="default" disabled={filter === ''} onClick={() => setFilter('')}>
          {t('fields.reset')}
        </Button>
      </div>
      <Select
        size="xs"
        aria-label={t('fields.set')}
        data={SETS.map((value) => ({ value, label: t(`fields.set.${value}`) }))}
        value={set}
        allowDeselect={false}
        onChange={(value) => setSet(SETS.find((one) => one === value) ?? 'current')}
      />
      <Text size="xs" c="dimmed" role="status">
        {t('fields.count', { count: fields.length })}
      </Text>
      {fields.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t(known.length === 0 ? 'fields.noData' : 'fields.none')}
        </Text>
      ) : (
        <FieldList fields={fields} inStreams={inStreams} tables={tables} />
      )}
    </div>
  )
}

interface FieldListProps {
  readonly fields: readonly KnownField[]
  readonly inStreams: ReadonlySet<string>
  readonly tables: readonly MessagesWidget[]
}

/** Virtualized: there can be tens of thousands of fields. */
function FieldList({ fields, inStreams, tables }: FieldListProps) {
  const t = useText()
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: fields.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
    getItemKey: (index) => fields[index]?.name ?? index,
    // The height before the first layout, for example in an overlay that opens.
    initialRect: { width: 260, height: 600 },
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section ref={scroller} className={classes['scroll']} aria-label={t('fields.panel')} tabIndex={0}>
      <ul className={classes['list']} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const field = fields[index]
          if (field === undefined) return null
          return (
            <li
              key={key}
              className={classes['row']}
              aria-setsize={fields.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)` }}
            >
              <Field field={field} isInStreams={inStreams.has(field.name)} tables={tables} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

interface FieldProps {
  readonly field: KnownField
  readonly isInStreams: boolean
  readonly tables: readonly MessagesWidget[]
}

function Field({ field: { name, type }, isInStreams, tables }: FieldProps) {
  const t = useText()
  const show = useShowStatistics()
  const kind = fieldKind(type.type)
  const Icon = ICONS[kind]
  return (
    <>
      <Tooltip label={`${t(`fields.type.${kind}`)} (${type.type})`} position="left">
        <span className={classes['type']} role="img" aria-label={t(`fields.type.${kind}`)}>
          <Icon size={14} />
        </span>
      </Tooltip>
      {isInStreams ? (
        <>
          <FieldMenu field={name} tables={tables}>
            {name}
          </FieldMenu>
          {show !== undefined && (
            <ActionIcon
              size="xs"
              variant="subtle"
              color="gray"
              className={classes['statistics'] ?? ''}
              aria-label={t('fields.stats.title', { field: name })}
              onClick={({ currentTarget }) => show(name, currentTarget.getBoundingClientRect())}
            >
              <IconReportAnalytics size={14} />
            </ActionIcon>
          )}
        </>
      ) : (
        <span className={classes['elsewhere']} title={t('fields.notInStreams')}>
          <span translate="no">{name}</span>
          <span className={classes['unseen']}> ({t('fields.notInStreams')})</span>
        </span>
      )}
    </>
  )
}
