import type { FieldKind } from '@logyard/contract/configured/field'
import type { EditorProps } from './field-props.ts'

/** Options that the server names. */
export const UNTRANSLATED = { dropdown: { translate: 'no' as const } }

/** What all inputs of the component library take. */
export const inputProps = <Kind extends FieldKind>(props: EditorProps<Kind>) => ({
  name: props.field.name,
  label: props.label,
  description: props.description,
  error: props.error,
  required: props.isRequired,
  withAsterisk: false,
  disabled: props.isDisabled,
  'data-autofocus': props.hasFocus || undefined,
})
