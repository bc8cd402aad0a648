/** The fields that a dashboard can be filtered by, each with a choice of its values, in one line. */
import { suggestValues } from '@logyard/contract/search/field-insights'
import { ActionIcon, MultiSelect, Popover, Text, Tooltip } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconFilterPlus, IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery } from '../../../api/call-query.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { FieldSelect } from '../../../messages-table/fields/field-select.tsx'
import { ToolButton } from '../../../ui/tooltip/tool-button.tsx'
import { filterFieldsOf, withFilterFields } from '../../../view-document/dashboards/dashboard-document.ts'
import type { DashboardState, ShownDashboard } from '../editing/dashboard-session.ts'
import classes from './dashboard-bar.module.css'

export function FilterRow({ session, state, canEdit }: ShownDashboard) {
  const t = useText()
  const { override, history } = state
  const fields = filterFieldsOf(history.present)
  if (fields.length === 0) return null
  const choose = (field: string, values: readonly string[]) =>
    session.setOverride({ ...override, filters: { ...override.filters, [field]: values } })
  const remove = (field: string) => {
    if ((override.filters[field] ?? []).length > 0) choose(field, [])
    session.change((old) =>
      withFilterFields(
        old,
        fields.filter((one) => one !== field),
      ),
    )
  }
  return (
    <div className={classes['filters']}>
      {fields.map((field) => (
        <div key={field} className={classes['filter']}>
          <Text span inherit c="dimmed" fz="xs" flex="none" pl={8} pr={6} translate="no" aria-hidden>
            {field}
          </Text>
          <FilterField
            field={field}
            values={override.filters[field] ?? []}
            timerange={override.timerange ?? LAST_DAY}
            onChange={(values) => choose(field, values)}
          />
          {canEdit && (
            <ToolButton label={t('dashboards.filters.remove', { field })} onClick={() => remove(field)}>
              <IconX size={14} />
            </ToolButton>
          )}
        </div>
      ))}
    </div>
  )
}

/** Adds a field to filter by. */
export function AddFilter({ session, state }: Omit<ShownDashboard, 'canEdit'>) {
  const t = useText()
  const [isAdding, setIsAdding] = useState(false)
  const fields = filterFieldsOf(state.history.present)
  const add = (field: string) => {
    setIsAdding(false)
    if (!fields.includes(field)) session.change((old) => withFilterFields(old, [...fields, field]))
  }
  const label = t('dashboards.filters.add')
  return (
    <Popover opened={isAdding} onChange={setIsAdding} position="bottom-end" shadow="md" width={280} trapFocus>
      <Popover.Target>
        <Tooltip label={label} disabled={isAdding}>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={label}
            aria-expanded={isAdding}
            onClick={() => setIsAdding(!isAdding)}
          >
            <IconFilterPlus size={18} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <FieldSelect
          label={t('dashboards.filters.field')}
          description={t('dashboards.filters.field.help')}
          placeholder={t('dashboards.filters.field.placeholder')}
          isInPopover
          onPick={add}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

const LAST_DAY = { type: 'relative', range: 86_400 } as const
const PAUSE_MS = 200
const OFFERED = 20

interface FilterFieldProps {
  readonly field: string
  readonly values: readonly string[]
  /** The range whose messages provide the offered values. */
  readonly timerange: DashboardState['override']['timerange'] & object
  readonly onChange: (values: readonly string[]) => void
}

function FilterField({ field, values, timerange, onChange }: FilterFieldProps) {
  const t = useText()
  const call = useCall()
  const [isOpen, setIsOpen] = useState(false)
  const [search, setSearch] = useState('')
  const [typed] = useDebouncedValue(search.trim(), PAUSE_MS)
  const body = { field, input: typed.slice(0, 200), timerange, limit: OFFERED }
  const offered = useQuery({
    ...callQuery(call, ['dashboard-filter-values', body], suggestValues, { body, extendSession: false }),
    enabled: isOpen,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 15_000,
    gcTime: 60_000,
  })
  const known = (offered.data?.values ?? []).map(({ value, count }) => ({ value, label: value, count }))
  const chosen = values.filter((value) => !known.some((one) => one.value === value))
  const isNew = typed !== '' && !known.some(({ value }) => value === typed) && !values.includes(typed)
  const data = [
    ...known.map(({ value }) => ({ value, label: value })),
    ...chosen.map((value) => ({ value, label: value })),
    ...(isNew ? [{ value: typed, label: typed }] : []),
  ]
  return (
    <MultiSelect
      size="xs"
      variant="unstyled"
      className={classes['filterValues'] ?? ''}
      data-chosen={values.length > 0 || undefined}
      aria-label={t('dashboards.filters.valuesOf', { field })}
      placeholder={values.length === 0 ? t('dashboards.filters.all') : ''}
      data={data}
      value={[...values]}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('dashboards.filters.clear', { field }) }}
      hidePickedOptions
      searchValue={search}
      onSearchChange={setSearch}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      onChange={onChange}
      nothingFoundMessage={t('dashboards.filters.nothing')}
      comboboxProps={{ shadow: 'md' }}
      attributes={{ dropdown: { translate: 'no' }, pillsList: { translate: 'no' } }}
    />
  )
}
