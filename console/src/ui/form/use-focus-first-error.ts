import { type ReactNode, type SubmitEventHandler, useEffect, useReducer, useRef } from 'react'
import { isError } from './is-error.ts'

/** After a submit that failed, moves the focus to the first field with an error and scrolls to it. */
export function useFocusFirstError(
  submit: SubmitEventHandler<HTMLFormElement>,
  errors: Readonly<Record<string, ReactNode>>,
  isSaving: boolean,
) {
  const formRef = useRef<HTMLFormElement>(null)
  const isSubmitted = useRef(false)
  // A submit that meets the errors which are there already changes nothing else.
  const [, renderAgain] = useReducer((submits: number) => submits + 1, 0)
  const hasErrors = Object.values(errors).some(isError)
  useEffect(() => {
    if (!isSubmitted.current || isSaving || !hasErrors) return
    isSubmitted.current = false
    const faulty = formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    faulty?.focus({ preventScroll: true })
    faulty?.scrollIntoView({ block: 'center' })
  })
  const onSubmit: SubmitEventHandler<HTMLFormElement> = (event) => {
    isSubmitted.current = true
    renderAgain()
    submit(event)
  }
  /** A late answer of the server takes the focus from nobody who types. */
  const onInput = () => {
    isSubmitted.current = false
  }
  return { formRef, onSubmit, onInput }
}
