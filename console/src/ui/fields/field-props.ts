/**
 * The props of the fields of a form. Some kinds need more than this layer knows: for those the form passes editors.
 */
import type { Field, FieldKind, FieldOf } from '@logyard/contract/configured/field'
import type { ReactNode } from 'react'
import type { FieldValues } from './field-values.ts'

export interface FieldsProps {
  readonly fields: readonly Field[]
  readonly values: FieldValues
  /** Errors by the name of the field. */
  readonly errors: Readonly<Record<string, ReactNode>>
  readonly onChange: (change: FieldValues) => void
  readonly editors?: FieldEditors
  /** The title of the configured entity. */
  readonly entityTitle?: string
  /** The texts come from the catalogues, not from the server. */
  readonly isTranslated?: boolean
  /** The name of the field that has the focus when a dialog opens. */
  readonly focus?: string | undefined
}

/** The props of an input, whatever the kind of its field. */
export interface InputBase extends Omit<FieldsProps, 'editors' | 'focus'> {
  /** The name of the field with its mark, as it is shown. */
  readonly label: ReactNode
  readonly description: ReactNode
  readonly value: unknown
  readonly error: ReactNode
  readonly isRequired: boolean
  readonly isDisabled: boolean
  readonly hasFocus: boolean
  /** Sets the property of the field; `onChange` sets several. */
  readonly onValue: (value: unknown) => void
}

export interface EditorProps<Kind extends FieldKind> extends InputBase {
  readonly field: FieldOf<Kind>
}

export type FieldEditor<Kind extends FieldKind> = (props: EditorProps<Kind>) => ReactNode

type SpecialKind =
  | 'url'
  | 'webhook'
  | 'template'
  | 'preview'
  | 'mail_state'
  | 'users'
  | 'callback'
  | 'regex'
  | 'grok'
  | 'lookup_table'

export type FieldEditors = { readonly [Kind in SpecialKind]?: FieldEditor<Kind> }
