import type { EditorProps } from '../../ui/fields/field-props.ts'
import { textOf } from '../../ui/fields/field-values.ts'
import { TemplatePreview } from '../preview/template-preview.tsx'
import { useTemplateNames } from '../preview/use-template-names.ts'
import { TemplateInput } from '../template-input/template-input.tsx'

export function TemplateField(props: EditorProps<'template'>) {
  const { field, label, description, value, error, isRequired, onValue } = props
  return (
    <TemplateInput
      label={field.label}
      heading={label}
      description={description}
      isRequired={isRequired}
      isOneLine={field.is_one_line === true}
      names={useTemplateNames()}
      value={textOf(value)}
      error={error}
      onChange={onValue}
    />
  )
}

/** Shows the previews of the templates that are not empty. */
export function PreviewField({ field, fields, values }: EditorProps<'preview'>) {
  const parts = fields.flatMap((one) => {
    const template = textOf(values[one.name])
    if (one.kind !== 'template' || !field.templates.includes(one.name) || template.trim() === '') return []
    return [{ label: one.label, template, isHtml: one.is_html === true }]
  })
  return parts.length === 0 ? null : <TemplatePreview parts={parts} />
}
