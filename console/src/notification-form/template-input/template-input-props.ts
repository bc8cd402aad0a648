import type { ReactNode } from 'react'
import type { CodeInputProps } from '../../ui/code-field/code-field-props.ts'
import type { TemplateName } from './complete-template.ts'

export interface TemplateInputProps {
  readonly label: string
  /** Shown instead of the label. */
  readonly heading?: ReactNode
  readonly value: string
  readonly onChange: (value: string) => void
  /** The names that `${` completes. */
  readonly names: readonly TemplateName[]
  readonly description?: ReactNode
  readonly placeholder?: string
  readonly error?: ReactNode
  readonly isRequired?: boolean
  /** Line breaks are removed, and Enter submits the form. */
  readonly isOneLine?: boolean
}

export type TemplateFieldProps = CodeInputProps & Pick<TemplateInputProps, 'names'>
