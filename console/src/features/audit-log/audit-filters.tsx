import { Button, CloseButton, Select, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useQueryValues, useSetQueryValues } from '../../base/routes/location.ts'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { FilterSelect } from '../../ui/data-table/filter-select.tsx'
import type { ListState } from '../../ui/data-table/list-state.ts'
import { PERIODS } from './audit-period.ts'
import { auditEventsQuery, OUTCOME_CHOICES } from './audit-queries.ts'
import { useAuditWords } from './use-audit-words.ts'

/** Filters by event, outcome, time, user, address and entity; all of them are in the URL. */
export function AuditFilters({ list }: { list: ListState }) {
  const t = useText()
  return (
    <>
      <EventFilter list={list} />
      <FilterSelect
        list={list}
        name="outcome"
        label={t('auditLog.outcome')}
        all={t('auditLog.outcome.all')}
        choices={OUTCOME_CHOICES.map((choice) => ({ value: choice, label: t(`auditLog.outcomes.${choice}`) }))}
      />
      <FilterSelect
        list={list}
        name="since"
        label={t('auditLog.since')}
        all={t('auditLog.since.all')}
        choices={PERIODS.map((period) => ({ value: period, label: t(`auditLog.since.${period}`) }))}
      />
      {list.filters['since'] === 'days' && (
        <>
          <DayFilter list={list} name="from_day" label={t('auditLog.from')} />
          <DayFilter list={list} name="to_day" label={t('auditLog.to')} />
        </>
      )}
      <TextFilter list={list} name="user" label={t('auditLog.user')} />
      <TextFilter list={list} name="address" label={t('auditLog.address')} />
      <EntityFilter list={list} />
    </>
  )
}

/** The name of the entity that a link named, or its id. */
function EntityFilter({ list }: { list: ListState }) {
  const t = useText()
  const setValues = useSetQueryValues()
  const name = useQueryValues().get('of')
  if (name === null || list.filters['entity_id'] === undefined)
    return <TextFilter list={list} name="entity_id" label={t('auditLog.entityId')} />
  return (
    <Button
      size="xs"
      variant="default"
      maw={220}
      aria-label={t('auditLog.clear', { label: name })}
      rightSection={<IconX size={14} />}
      translate="no"
      onClick={() => setValues({ entity_id: undefined, of: undefined, before: undefined })}
    >
      {name}
    </Button>
  )
}

/** All events of a type, then each of them, in words. */
function EventFilter({ list }: { list: ListState }) {
  const t = useText()
  const words = useAuditWords()
  const events = useQuery(auditEventsQuery(useCall())).data?.events ?? []
  const chosen = list.filters['event'] ?? null
  const types = Map.groupBy(events, (event) => event.split(':', 1)[0] ?? '')
  const groups = [...types].map(([type, ofType]) => ({
    group: capitalized(words.type(type)),
    items: [
      { value: `${type}:*`, label: t('auditLog.event.allOf', { type: words.type(type) }) },
      ...ofType.map((event) => ({ value: event, label: words.event(event) })),
    ],
  }))
  return (
    <Select
      size="xs"
      w={220}
      searchable
      clearable
      aria-label={t('auditLog.event')}
      placeholder={t('auditLog.event.all')}
      data={groups.toSorted((a, b) => a.group.localeCompare(b.group))}
      value={chosen}
      onChange={(event) => list.filter('event', event ?? undefined)}
    />
  )
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function DayFilter({ list, name, label }: TextFilterProps) {
  return (
    <TextInput
      type="date"
      size="xs"
      w={140}
      aria-label={label}
      value={list.filters[name] ?? ''}
      onChange={({ currentTarget }) => list.filter(name, currentTarget.value || undefined)}
    />
  )
}

interface TextFilterProps {
  readonly list: ListState
  readonly name: string
  readonly label: string
}

/** Filters when the user presses Enter or leaves the field. */
function TextFilter({ list, name, label }: TextFilterProps) {
  const t = useText()
  const stored = list.filters[name] ?? ''
  const [draft, setDraft] = useState({ stored, text: stored })
  // Back, or a link, has changed the filter.
  const text = draft.stored === stored ? draft.text : stored
  const apply = (wanted: string) => {
    if (wanted.trim() !== stored) list.filter(name, wanted.trim() || undefined)
  }
  return (
    <TextInput
      size="xs"
      w={150}
      aria-label={label}
      placeholder={label}
      maxLength={200}
      value={text}
      onChange={({ currentTarget }) => setDraft({ stored, text: currentTarget.value })}
      onBlur={() => apply(text)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') apply(text)
      }}
      rightSection={
        stored === '' ? undefined : (
          <CloseButton
            size="xs"
            aria-label={t('auditLog.clear', { label })}
            onClick={() => list.filter(name, undefined)}
          />
        )
      }
    />
  )
}
