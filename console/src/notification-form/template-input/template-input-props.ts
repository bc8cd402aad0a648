import type { ReactNode, RefObject } from 'react'
import type { TemplateName } from './complete-template.ts'

export interface TemplateInputProps {
  readonly label: string
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

export interface TemplateFieldProps extends TemplateInputProps {
  readonly describedBy: string | undefined
  readonly isInvalid: boolean
  /** Where the caret is, and whether the field has the focus; for the change from one field to the other. */
  readonly caret: RefObject<{ position: number; hasFocus: boolean }>
}
