import { Text, TextInput } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { isZeroPeriod, normalizePeriod } from '../../ui/time/iso-period.ts'
import { usePeriodText } from '../../ui/time/use-period-text.ts'

interface PeriodInputProps {
  /** Seen as a label, or only heard where a table's head says it. */
  readonly label: string
  readonly isLabelHidden?: boolean
  readonly description?: string
  readonly value: string
  readonly isValid: boolean
  readonly onChange: (value: string) => void
}

/** A period as ISO 8601 writes it, with its words beside it. */
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
      // What is missing at the front is filled in once somebody is done with it.
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
