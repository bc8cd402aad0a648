import { TextInput, type TextInputProps } from '@mantine/core'

interface TextFieldProps
  extends Pick<TextInputProps, 'label' | 'description' | 'placeholder' | 'error' | 'required' | 'type'> {
  readonly value: string | null | undefined
  readonly onChange: (value: string) => void
}

/** One line of data, such as an address. */
export function TextField({ value, onChange, ...rest }: TextFieldProps) {
  return (
    <TextInput
      {...rest}
      autoComplete="off"
      spellCheck={false}
      translate="no"
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
