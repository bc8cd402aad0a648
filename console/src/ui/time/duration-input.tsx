import { Group, Input, NumberInput } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useText } from '../../base/text/text.tsx'
import { TypedSelect } from '../typed-select.tsx'
import { DURATION_UNITS, type DurationUnit, splitDuration, UNIT_MS } from './duration.ts'

export interface DurationInputProps {
  readonly label: string
  readonly description?: string
  readonly valueMs: number
  readonly onChange: (valueMs: number) => void
  readonly error?: ReactNode
  readonly disabled?: boolean
}

/** A duration as a number and a unit, shown in the largest unit that divides it evenly. */
export function DurationInput({ label, description, valueMs, onChange, error, disabled = false }: DurationInputProps) {
  const t = useText()
  const id = useId()
  const { amount, unit } = splitDuration(valueMs)
  const change = (nextAmount: number, nextUnit: DurationUnit) =>
    onChange(Math.max(1, Math.trunc(nextAmount)) * UNIT_MS[nextUnit])
  return (
    <Input.Wrapper
      label={label}
      description={description}
      descriptionProps={{ mt: 'xs' }}
      error={error}
      id={id}
      role="group"
      aria-label={label}
    >
      <Group gap="xs" wrap="nowrap" maw={320}>
        <NumberInput
          id={id}
          min={1}
          disabled={disabled}
          value={amount}
          onChange={(next) => typeof next === 'number' && change(next, unit)}
        />
        <TypedSelect
          aria-label={t('ui.duration.unit')}
          disabled={disabled}
          choices={DURATION_UNITS}
          labelOf={(one) => t(`ui.duration.${one}`)}
          value={unit}
          onChange={(next) => change(amount, next)}
        />
      </Group>
    </Input.Wrapper>
  )
}
