import { TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'

interface FilterInputProps extends Omit<TextInputProps, 'onChange'> {
  /** Shown in the empty field. */
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Filters what the browser already has, while the user types. */
export const FilterInput = ({ label, onChange, ...input }: FilterInputProps) => (
  <TextInput
    size="xs"
    maw={420}
    leftSection={<IconSearch size={14} />}
    aria-label={label}
    placeholder={label}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    {...input}
  />
)
