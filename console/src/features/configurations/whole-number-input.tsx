import { NumberInput, type NumberInputProps } from '@mantine/core'

interface WholeNumberInputProps extends Omit<NumberInputProps, 'onChange'> {
  readonly onChange: (value: number) => void
}

/** A whole number; while the field is empty, the form keeps the last one. */
export function WholeNumberInput({ onChange, ...input }: WholeNumberInputProps) {
  return <NumberInput {...input} onChange={(value) => typeof value === 'number' && onChange(value)} />
}
