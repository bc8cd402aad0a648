import { WEEKDAYS } from '@logyard/contract/alerts/quiet-times'
import { Chip, Group, Input, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { useZone } from '../../../query/time-range/use-range-text.ts'
import type { QuietProblem, QuietValues } from './quiet-values.ts'

interface ScheduleFieldsProps {
  readonly values: QuietValues
  readonly problem: QuietProblem | undefined
  readonly onChange: (change: Partial<QuietValues>) => void
}

const KINDS = ['once', 'weekly'] as const

/** When a quiet time lasts: once, or every week. */
export function ScheduleFields(props: ScheduleFieldsProps) {
  const t = useText()
  const { values, onChange } = props
  const label = t('alerts.quietTimes.schedule')
  return (
    <>
      <SegmentedControl
        aria-label={label}
        data={KINDS.map((value) => ({ value, label: t(`alerts.quietTimes.${value}`) }))}
        value={values.kind}
        onChange={(value) => onChange({ kind: value === 'weekly' ? 'weekly' : 'once' })}
      />
      {values.kind === 'once' ? <OnceFields {...props} /> : <WeeklyFields {...props} />}
    </>
  )
}

function OnceFields({ values, problem, onChange }: ScheduleFieldsProps) {
  const t = useText()
  const zone = useZone()
  const errorOf = (...problems: readonly QuietProblem[]) =>
    problem !== undefined && problems.includes(problem) ? t(`alerts.quietTimes.problem.${problem}`) : undefined
  return (
    <Group gap="sm" align="flex-start" grow>
      <TextInput
        type="datetime-local"
        label={t('alerts.quietTimes.from')}
        description={<span translate="no">{zone}</span>}
        required
        value={values.onceFrom}
        error={errorOf('from')}
        onChange={({ currentTarget }) => onChange({ onceFrom: currentTarget.value })}
      />
      <TextInput
        type="datetime-local"
        label={t('alerts.quietTimes.to')}
        description={<span translate="no">{zone}</span>}
        required
        value={values.onceTo}
        error={errorOf('to', 'order')}
        onChange={({ currentTarget }) => onChange({ onceTo: currentTarget.value })}
      />
    </Group>
  )
}

function WeeklyFields({ values, problem, onChange }: ScheduleFieldsProps) {
  const t = useText()
  const zones = useMemo(() => [...new Set(['UTC', values.zone, ...Intl.supportedValuesOf('timeZone')])], [values.zone])
  const errorOf = (one: 'from' | 'to' | 'days') => (problem === one ? t(`alerts.quietTimes.problem.${one}`) : undefined)
  return (
    <>
      <Input.Wrapper label={t('alerts.quietTimes.days')} error={errorOf('days')} required>
        <Chip.Group
          multiple
          value={[...values.days]}
          onChange={(days) => onChange({ days: WEEKDAYS.filter((day) => days.includes(day)) })}
        >
          <Group gap={6} mt={4}>
            {WEEKDAYS.map((day) => (
              <Chip key={day} value={day} size="xs">
                {t(`alerts.day.${day}.short`)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Input.Wrapper>
      <Group gap="sm" align="flex-start" grow>
        <TextInput
          type="time"
          label={t('alerts.quietTimes.from')}
          required
          value={values.dailyFrom}
          error={errorOf('from')}
          onChange={({ currentTarget }) => onChange({ dailyFrom: currentTarget.value })}
        />
        <TextInput
          type="time"
          label={t('alerts.quietTimes.to')}
          required
          value={values.dailyTo}
          error={errorOf('to')}
          onChange={({ currentTarget }) => onChange({ dailyTo: currentTarget.value })}
        />
      </Group>
      <Select
        label={t('alerts.quietTimes.zone')}
        data={zones}
        value={values.zone}
        onChange={(zone) => zone !== null && onChange({ zone })}
        searchable
        limit={50}
        allowDeselect={false}
        attributes={{ dropdown: { translate: 'no' } }}
      />
    </>
  )
}
