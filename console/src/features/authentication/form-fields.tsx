import type { OwnField } from '../../ui/fields/field-texts.ts'
import { OwnFields } from '../../ui/fields/own-fields.tsx'
import type { Group } from '../../ui/form/field-groups.ts'

interface FormFieldsProps {
  readonly form: { group(): Group }
  readonly fields: readonly OwnField[]
}

/** Described fields of the form of an authentication service or provider. */
export const FormFields = ({ form, fields }: FormFieldsProps) => <OwnFields fields={fields} {...form.group()} />
