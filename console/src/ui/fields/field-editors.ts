/** The kinds of fields that need more than this layer knows: a form passes the editors of those that it can have. */
import type { FieldKind, FieldOf } from '@logyard/contract/configured/field'
import type { ReactNode } from 'react'
import type { FieldsProps } from './fields.tsx'

/** What every field has, whatever its kind. */
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
