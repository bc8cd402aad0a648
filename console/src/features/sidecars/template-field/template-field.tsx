/** A field for the template of a collector's file, with highlighting, completion and underlined errors. */
import { deferred } from '../../../base/deferred/deferred.tsx'
import { CodeField } from '../../../ui/code-field/code-field.tsx'
import type { TemplateFieldProps } from './template-field-props.ts'

const TemplateEditor = deferred(() => import('./template-editor.tsx').then((module) => module.TemplateEditor))

export function TemplateField({ variables, error, ...field }: TemplateFieldProps) {
  const message = typeof error === 'string' ? error : undefined
  return (
    <CodeField
      {...field}
      height="page"
      error={message === undefined ? error : <span translate="no">{message}</span>}
      editor={(input, plain) => <TemplateEditor {...input} variables={variables} error={message} fallback={plain} />}
    />
  )
}
