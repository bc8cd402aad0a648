import { NativeSelect, type NativeSelectProps } from '@mantine/core'

interface TypedSelectProps<Value extends string> extends Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> {
  readonly choices: readonly Value[]
  readonly labelOf: (choice: Value) => string
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** A native select whose value is one of a few known ones. */
export function TypedSelect<Value extends string>({ choices, labelOf, onChange, ...select }: TypedSelectProps<Value>) {
  return (
    <NativeSelect
      data={choices.map((value) => ({ value, label: labelOf(value) }))}
      onChange={({ currentTarget }) => {
        const chosen = choices.find((choice) => choice === currentTarget.value)
        if (chosen !== undefined) onChange(chosen)
      }}
      {...select}
    />
  )
}
