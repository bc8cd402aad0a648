import { DURATION_UNITS } from '@logyard/contract/configured/duration-units'
import { Checkbox, Group, NativeSelect, NumberInput } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useText } from '../../base/text/text.tsx'
import type { Period } from './field-values.ts'
import { isTimeUnit, OFFERED_UNITS } from './time-units.ts'

interface PeriodFieldProps {
  /** Name in the labels of the amount and the unit. */
  readonly name: string
  readonly label: ReactNode
  readonly description: ReactNode
  readonly period: Period
  readonly error: ReactNode
  readonly onChange: (period: Period) => void
}

/** A time that can be switched off: a checkbox, an amount and a unit. */
export function PeriodField({ name, label, description, period, error, onChange }: PeriodFieldProps) {
  const t = useText()
  const id = useId()
  const { isOn, amount, unit } = period
  const units = DURATION_UNITS.filter((one) => OFFERED_UNITS.includes(one) || one === unit)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a legend, which the checkbox is here
    <div role="group" aria-labelledby={id}>
      <Checkbox
        label={<span id={id}>{label}</span>}
        description={description}
        checked={isOn}
        onChange={({ currentTarget }) => onChange({ ...period, isOn: currentTarget.checked })}
      />
      {isOn && (
        <Group gap="xs" wrap="nowrap" align="flex-start" maw={320} pt="xs" pl={30}>
          <NumberInput
            aria-label={t('ui.period.amount', { name })}
            min={1}
            clampBehavior="none"
            value={amount ?? ''}
            error={error}
            onChange={(next) => onChange({ ...period, amount: typeof next === 'number' ? next : undefined })}
          />
          <NativeSelect
            aria-label={t('ui.period.unit', { name })}
            data={units.map((value) => ({ value, label: t(`ui.period.${value}`) }))}
            value={unit}
            onChange={({ currentTarget: { value } }) => isTimeUnit(value) && onChange({ ...period, unit: value })}
          />
        </Group>
      )}
    </div>
  )
}
