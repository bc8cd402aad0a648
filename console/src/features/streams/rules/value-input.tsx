import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { useState } from 'react'
import { useValueSuggestions } from './rule-completion.ts'

interface ValueInputProps extends Omit<AutocompleteProps, 'data' | 'onFocus'> {
  readonly field: string
}

/** The value of a rule, completed from the field's stored values. */
export function ValueInput({ field, value = '', ...props }: ValueInputProps) {
  const [wasFocused, setWasFocused] = useState(false)
  const values = useValueSuggestions(field, value, wasFocused)
  return (
    <Autocomplete
      autoComplete="off"
      attributes={{ dropdown: { translate: 'no' } }}
      // The server filters.
      filter={({ options }) => options}
      {...props}
      value={value}
      data={[...values]}
      onFocus={() => setWasFocused(true)}
    />
  )
}
