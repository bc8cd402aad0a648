import { createContext, use } from 'react'

/** The dialog or the page of several forms around a form. It asks before it discards input. */
export interface FormHost {
  readonly onDirty: (isDirty: boolean, form?: string) => void
  /** Dialogs have the members below. */
  readonly onSaved?: () => void
  readonly onCancel?: () => void
}

export const FormHostContext = createContext<FormHost | undefined>(undefined)
/** The dialog or page of several forms around the form; `undefined` on other pages. */
export const useFormHost = (): FormHost | undefined => use(FormHostContext)
