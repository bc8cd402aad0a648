import { CloseButton, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { FilterSelect } from '../../ui/data-table/filter-select.tsx'
import type { ListState } from '../../ui/data-table/list-state.ts'
import { auditEventsQuery, OUTCOME_CHOICES, SPANS } from './audit-queries.ts'

/** Filters by event, outcome, time, user, address and entity; all of them are in the URL. */
export function AuditFilters({ list }: { list: ListState }) {
  const t = useText()
  const events = useQuery(auditEventsQuery(useCall())).data?.events ?? []
  return (
    <>
      <FilterSelect
        list={list}
        name="event"
        label={t('auditLog.event')}
        all={t('auditLog.event.all')}
        choices={eventChoices(t, events)}
        isData
      />
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
        choices={SPANS.map((span) => ({ value: span, label: t(`auditLog.since.${span}`) }))}
      />
      <TextFilter list={list} name="user" label={t('auditLog.user')} />
      <TextFilter list={list} name="address" label={t('auditLog.address')} />
      <TextFilter list={list} name="entity_id" label={t('auditLog.entityId')} />
    </>
  )
}

/** All events of a type, then each of them. */
function eventChoices(t: ReturnType<typeof useText>, events: readonly string[]) {
  const types = Map.groupBy(events, (event) => event.split(':', 1)[0] ?? '')
  return [...types].flatMap(([type, ofType]) => [
    { value: `${type}:*`, label: t('auditLog.event.allOf', { type }) },
    ...ofType.map((event) => ({ value: event, label: t('auditLog.event.one', { event }) })),
  ])
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
