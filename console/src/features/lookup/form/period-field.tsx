import { DURATION_UNITS } from '@logyard/contract/configured/duration-units'
import { Checkbox, Group, NativeSelect, NumberInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../../../base/text/text.tsx'
import type { Period } from '../model/config-values.ts'
import { isTimeUnit, OFFERED_UNITS } from '../model/time-units.ts'
import classes from './form.module.css'

interface PeriodFieldProps {
  readonly label: string
  readonly description?: string | undefined
  readonly period: Period
  readonly error: ReactNode
  readonly onChange: (period: Period) => void
}

/** A time that can be switched off: a checkbox, an amount and a unit. */
export function PeriodField({ label, description, period, error, onChange }: PeriodFieldProps) {
  const t = useText()
  const { isOn, amount, unit } = period
  const units = DURATION_UNITS.filter((one) => OFFERED_UNITS.includes(one) || one === unit)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a legend, which the checkbox is here
    <div role="group" aria-label={label}>
      <Checkbox
        label={label}
        description={description}
        checked={isOn}
        onChange={({ currentTarget }) => onChange({ ...period, isOn: currentTarget.checked })}
      />
      {isOn && (
        <Group gap="xs" wrap="nowrap" align="flex-start" maw={320} className={classes['nested'] ?? ''}>
          <NumberInput
            aria-label={t('lookup.amount.of', { label })}
            min={1}
            allowDecimal={false}
            value={amount ?? ''}
            error={error}
            onChange={(next) => onChange({ ...period, amount: typeof next === 'number' ? next : undefined })}
          />
          <NativeSelect
            aria-label={t('lookup.unit.of', { label })}
            data={units.map((value) => ({ value, label: t(`lookup.unit.${value}`) }))}
            value={unit}
            onChange={({ currentTarget: { value } }) => isTimeUnit(value) && onChange({ ...period, unit: value })}
          />
        </Group>
      )}
    </div>
  )
}
