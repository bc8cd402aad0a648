/** A field for the template of a collector's file, with highlighting, completion and underlined errors. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode, Ref } from 'react'
import { deferred } from '../../../base/deferred/deferred.tsx'
import { useCall } from '../../../base/services/services.tsx'
import { CodeField } from '../../../ui/code-field/code-field.tsx'
import type { CodeFieldHandle } from '../../../ui/code-field/code-field-props.ts'
import { variablesQuery } from '../sidecar-queries.ts'

const TemplateEditor = deferred(() => import('./template-editor.tsx').then((module) => module.TemplateEditor))

interface TemplateFieldProps {
  readonly label: string
  readonly description?: ReactNode
  readonly value: string
  readonly onChange: (value: string) => void
  /** The error below the field. The place that a message of the server names is underlined. */
  readonly error?: ReactNode
  readonly isRequired?: boolean
  readonly handle?: Ref<CodeFieldHandle>
}

export function TemplateField({ error, ...field }: TemplateFieldProps) {
  const variables = useQuery(variablesQuery(useCall())).data ?? []
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
