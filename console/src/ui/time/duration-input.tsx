import { Group, Input, NativeSelect, NumberInput } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useText } from '../../base/text/text.tsx'
import { DURATION_UNITS, type DurationUnit, isDurationUnit, splitDuration, UNIT_MS } from './duration.ts'

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
        <NativeSelect
          aria-label={t('ui.duration.unit')}
          disabled={disabled}
          data={DURATION_UNITS.map((value) => ({ value, label: t(`ui.duration.${value}`) }))}
          value={unit}
          onChange={(event) => {
            const next = event.currentTarget.value
            if (isDurationUnit(next)) change(amount, next)
          }}
        />
      </Group>
    </Input.Wrapper>
  )
}
