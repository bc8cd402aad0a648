import type { ReactNode, Ref } from 'react'
import type { CodeFieldHandle, CodeInputProps } from '../../../ui/code-field/code-field-props.ts'
import type { TemplateVariable } from './complete-template.ts'

export interface TemplateFieldProps {
  readonly label: string
  readonly description?: ReactNode
  readonly value: string
  readonly onChange: (value: string) => void
  /** The variables that `${user.` completes. */
  readonly variables: readonly TemplateVariable[]
  /** The error below the field. The place that a message of the server names is underlined. */
  readonly error?: ReactNode
  readonly isRequired?: boolean
  readonly handle?: Ref<CodeFieldHandle>
}

export interface TemplateInputProps extends CodeInputProps, Pick<TemplateFieldProps, 'variables'> {
  readonly error: string | undefined
}
