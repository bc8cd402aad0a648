import type { UseFormReturnType } from '@mantine/form'
import { useText } from '../../base/text/text.tsx'
import { inWords, type OwnField } from '../../ui/fields/field-texts.ts'
import { Fields } from '../../ui/fields/fields.tsx'

interface FormFieldsProps<Values extends object> {
  readonly form: Pick<UseFormReturnType<Values>, 'values' | 'errors' | 'getInputProps'>
  readonly fields: readonly OwnField[]
}

/** Described fields of the form of an authentication service or provider. */
export function FormFields<Values extends object>({ form, fields }: FormFieldsProps<Values>) {
  const t = useText()
  return (
    <Fields
      isTranslated
      fields={inWords(fields, t)}
      values={Object.fromEntries(Object.entries(form.values))}
      errors={form.errors}
      onChange={(change) => {
        for (const [name, value] of Object.entries(change)) form.getInputProps(name).onChange(value)
      }}
    />
  )
}
