import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../base/text/text.tsx'
import { isZeroPeriod, normalizePeriod } from '../../ui/time/iso-period.ts'
import { usePeriodText } from '../../ui/time/use-period-text.ts'

interface PeriodInputProps {
  /** Shown above the input, or read by screen readers only, where a table header already shows it. */
  readonly label: string
  readonly isLabelHidden?: boolean
  readonly description?: string
  /** An ISO 8601 period, or what was typed if that is invalid. */
  readonly value: string
  readonly isValid: boolean
  readonly onChange: (value: string) => void
}

/** A period in words: `5 minutes`. ISO 8601 (`PT5M`) is understood as well. */
export function PeriodInput({ label, isLabelHidden = false, description, value, isValid, onChange }: PeriodInputProps) {
  const t = useText()
  const periodText = usePeriodText()
  const [typed, setTyped] = useState<string>()
  const all = t('configurations.period.all')
  const words = isZeroPeriod(value) ? all : (periodText(value) ?? value)
  return (
    <TextInput
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      {...(description === undefined ? {} : { description })}
      value={typed ?? words}
      error={!isValid && t('configurations.period.invalid')}
      autoComplete="off"
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text)
        onChange(text.trim() === all ? 'PT0S' : normalizePeriod(text))
      }}
      // Shows what was understood.
      onBlur={() => setTyped(undefined)}
    />
  )
}
