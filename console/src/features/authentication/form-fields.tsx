import { useText } from '../../base/text/text.tsx'
import { inWords, type OwnField } from '../../ui/fields/field-texts.ts'
import { Fields } from '../../ui/fields/fields.tsx'
import type { Group } from '../../ui/form/field-groups.ts'

interface FormFieldsProps {
  readonly form: { group(): Group }
  readonly fields: readonly OwnField[]
}

/** Described fields of the form of an authentication service or provider. */
export const FormFields = ({ form, fields }: FormFieldsProps) => (
  <Fields isTranslated fields={inWords(fields, useText())} {...form.group()} />
)
