import { WEEKDAYS } from '@logyard/contract/alerts/quiet-times'
import { Chip, Group, Input, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { useZone } from '../../../query/time-range/use-range-text.ts'
import type { EntityForm } from '../../../ui/form/use-entity-form.ts'
import type { QuietValues } from './quiet-values.ts'

interface ScheduleFieldsProps {
  readonly form: EntityForm<QuietValues>
}

const KINDS = ['once', 'weekly'] as const

/** When a quiet time lasts: once, or every week. */
export function ScheduleFields({ form }: ScheduleFieldsProps) {
  const t = useText()
  const { kind } = form.values
  return (
    <>
      <SegmentedControl
        aria-label={t('alerts.quietTimes.schedule')}
        data={KINDS.map((value) => ({ value, label: t(`alerts.quietTimes.${value}`) }))}
        value={kind}
        onChange={(value) => form.change({ kind: value === 'weekly' ? 'weekly' : 'once' })}
      />
      {kind === 'once' ? <OnceFields form={form} /> : <WeeklyFields form={form} />}
    </>
  )
}

function OnceFields({ form }: ScheduleFieldsProps) {
  const t = useText()
  const props = { type: 'datetime-local', description: <span translate="no">{useZone()}</span>, required: true }
  return (
    <Group gap="sm" align="flex-start" grow>
      <TextInput label={t('alerts.quietTimes.from')} {...props} {...form.text('onceFrom')} />
      <TextInput label={t('alerts.quietTimes.to')} {...props} {...form.text('onceTo')} />
    </Group>
  )
}

function WeeklyFields({ form }: ScheduleFieldsProps) {
  const t = useText()
  const { days, zone } = form.values
  const zones = useMemo(() => [...new Set(['UTC', zone, ...Intl.supportedValuesOf('timeZone')])], [zone])
  return (
    <>
      <Input.Wrapper label={t('alerts.quietTimes.days')} error={form.errors['days']} required>
        <Chip.Group
          multiple
          value={[...days]}
          onChange={(chosen) => form.change({ days: WEEKDAYS.filter((day) => chosen.includes(day)) })}
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
        <TextInput type="time" label={t('alerts.quietTimes.from')} required {...form.text('dailyFrom')} />
        <TextInput type="time" label={t('alerts.quietTimes.to')} required {...form.text('dailyTo')} />
      </Group>
      <Select
        label={t('alerts.quietTimes.zone')}
        data={zones}
        value={zone}
        onChange={(chosen) => chosen !== null && form.change({ zone: chosen })}
        searchable
        limit={50}
        allowDeselect={false}
        attributes={{ dropdown: { translate: 'no' } }}
      />
    </>
  )
}
