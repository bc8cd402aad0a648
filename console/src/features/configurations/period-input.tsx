import { Text, TextInput } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { isZeroPeriod, normalizePeriod } from '../../ui/time/iso-period.ts'
import { usePeriodText } from '../../ui/time/use-period-text.ts'

interface PeriodInputProps {
  /** Shown above the input, or read by screen readers only, where a table header already shows it. */
  readonly label: string
  readonly isLabelHidden?: boolean
  readonly description?: string
  readonly value: string
  readonly isValid: boolean
  readonly onChange: (value: string) => void
}

/** An ISO 8601 period, with its meaning in words beside it. */
export function PeriodInput({ label, isLabelHidden = false, description, value, isValid, onChange }: PeriodInputProps) {
  const t = useText()
  const periodText = usePeriodText()
  const period = normalizePeriod(value)
  const words = isZeroPeriod(period) ? t('configurations.period.all') : periodText(period)
  return (
    <TextInput
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      {...(description === undefined ? {} : { description })}
      translate="no"
      value={value}
      error={!isValid}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
      // A missing leading `P` or `PT` is added when the field loses the focus.
      onBlur={() => onChange(period)}
      rightSectionWidth={120}
      rightSectionPointerEvents="none"
      rightSection={
        <Text size="xs" c={isValid ? 'dimmed' : 'var(--mantine-color-error)'} truncate>
          {isValid ? words : t('configurations.period.invalid')}
        </Text>
      }
    />
  )
}
