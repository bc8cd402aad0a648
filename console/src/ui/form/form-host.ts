import { createContext, use } from 'react'

/** What is around a form: a dialog, which asks before it discards input, a page of several forms, or nothing. */
export interface FormHost {
  readonly onDirty: (isDirty: boolean, form?: string) => void
  /** Dialogs have the members below. */
  readonly onSaved?: () => void
  readonly onCancel?: () => void
}

export const FormHostContext = createContext<FormHost | undefined>(undefined)
/** The dialog or page of several forms around the form; `undefined` on other pages. */
export const useFormHost = (): FormHost | undefined => use(FormHostContext)
