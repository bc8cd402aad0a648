import { createContext, use } from 'react'

/** What is around a form: a dialog, which asks before it discards input, or nothing but its page. */
export interface FormHost {
  readonly onDirty: (isDirty: boolean) => void
  readonly onSaved: () => void
  readonly onCancel: () => void
}

export const FormHostContext = createContext<FormHost | undefined>(undefined)
/** The dialog around the form; `undefined` on a page. */
export const useFormHost = (): FormHost | undefined => use(FormHostContext)
