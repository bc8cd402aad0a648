import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import type { EditorProps } from '../../ui/fields/field-props.ts'
import { textOf } from '../../ui/fields/field-values.ts'
import { recentEventsQuery } from '../preview/recent-events-query.ts'
import { TemplatePreview } from '../preview/template-preview.tsx'
import type { TemplateName } from '../template-input/complete-template.ts'
import { TemplateInput } from '../template-input/template-input.tsx'
import { DEFINITION_NAMES, EVENT_NAMES } from '../template-input/template-names.ts'

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

/** Names that templates know, with the fields of recent events. */
function useTemplateNames(): readonly TemplateName[] {
  const t = useText()
  const events = useQuery(recentEventsQuery(useCall())).data
  return useMemo(() => {
    const fields = new Set(events?.flatMap((event) => Object.keys(event.fields)))
    const known = [...DEFINITION_NAMES, ...EVENT_NAMES].map(({ name, help }) => ({ name, help: t(help) }))
    return [...known, ...[...fields].toSorted().map((field) => ({ name: `event.fields.${field}` }))]
  }, [events, t])
}
