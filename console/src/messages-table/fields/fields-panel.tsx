import type { MessagesWidget } from '@logyard/contract/views/view-state'
import { CloseButton, Stack, Text } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { allFieldsQuery } from '../../query/fields/field-queries.ts'
import { useFieldTypes } from '../../query/fields/field-types.ts'
import { FilterInput } from '../../ui/form/filter-input.tsx'
import { TypedSelect } from '../../ui/typed-select.tsx'
import { useSearchActions } from '../../view-document/actions/search-actions.ts'
import { useFieldCoverage } from './field-coverage.ts'
import { type FieldGroup, groupFields } from './field-groups.ts'
import { FieldList } from './field-list.tsx'
import classes from './fields-panel.module.css'
import { useMessageSelection } from './message-selection.ts'

const SETS = ['current', 'all'] as const
type FieldSet = (typeof SETS)[number]

/** All fields, those of the most messages first, each with its statistics and actions. `tables` are those of the page. */
export function FieldsPanel({ tables }: { tables: readonly MessagesWidget[] }) {
  const t = useText()
  const own = useFieldTypes()
  const all = useQuery(allFieldsQuery(useCall()))
  const { resultOf } = useSearchActions()
  const selection = useMessageSelection()
  const results = tables.map(({ id }) => resultOf(id))
  const isSearching = results.some(({ isLoading }) => isLoading)
  // A query that the user stopped is not run again.
  const isStopped = results.some((result) => result.isStopped === true)
  const isSettled = selection?.timerange.type === 'absolute' && !isSearching && !isStopped
  const { coverage, isCounting } = useFieldCoverage(selection, isSettled)
  const [filter, setFilter] = useState('')
  const [set, setSet] = useState<FieldSet>('current')
  const [unfolded, setUnfolded] = useState<readonly FieldGroup[]>([])
  const known = set === 'current' ? own.fields : (all.data ?? own.fields)
  const groups = groupFields(known, coverage, filter)
  const count = groups.reduce((sum, { fields }) => sum + fields.length, 0)
  const toggle = (group: FieldGroup) =>
    setUnfolded((old) => (old.includes(group) ? old.filter((one) => one !== group) : [...old, group]))
  return (
    <Stack gap="xs" h="100%" mih={0}>
      <FilterInput
        leftSection={<IconSearch size={14} />}
        label={t('fields.filter')}
        value={filter}
        rightSection={
          filter !== '' && <CloseButton size="sm" aria-label={t('fields.reset')} onClick={() => setFilter('')} />
        }
        onChange={setFilter}
      />
      {count === 0 ? (
        <Text size="sm" c="dimmed" flex={1}>
          {t(known.length === 0 ? 'fields.noData' : 'fields.none')}
        </Text>
      ) : (
        <FieldList
          isSettling={coverage === undefined && (isSearching || isCounting)}
          groups={groups}
          isUnfolded={(group) => group === 'found' || filter.trim() !== '' || unfolded.includes(group)}
          onToggle={toggle}
          inStreams={new Set(own.fields.map(({ name }) => name))}
          tables={tables}
        />
      )}
      <footer className={classes['foot']}>
        <span role="status">{t('fields.count', { count })}</span>
        <TypedSelect
          size="xs"
          variant="unstyled"
          aria-label={t('fields.set')}
          choices={SETS}
          labelOf={(one) => t(`fields.set.${one}`)}
          value={set}
          onChange={setSet}
        />
        {coverage !== undefined && coverage.looked_at < coverage.total && (
          <span style={{ flexBasis: '100%' }}>
            {t('fields.stats.sample', { looked: coverage.looked_at, total: coverage.total })}
          </span>
        )}
      </footer>
    </Stack>
  )
}
