import { DURATION_UNITS } from '@logyard/contract/configured/duration-units'
import { Checkbox, Group, NumberInput } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useText } from '../../base/text/text.tsx'
import { TypedSelect } from '../typed-select.tsx'
import type { Period } from './field-values.ts'
import { OFFERED_UNITS } from './time-units.ts'

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
          <TypedSelect
            aria-label={t('ui.period.unit', { name })}
            choices={units}
            labelOf={(one) => t(`ui.period.${one}`)}
            value={unit}
            onChange={(next) => onChange({ ...period, unit: next })}
          />
        </Group>
      )}
    </div>
  )
}
