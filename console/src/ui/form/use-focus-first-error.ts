import { type ReactNode, type SubmitEventHandler, useEffect, useRef } from 'react'
import { isError } from './is-error.ts'

/** After a submit that failed, moves the focus to the first field with an error and scrolls to it. */
export function useFocusFirstError(
  submit: SubmitEventHandler<HTMLFormElement>,
  errors: Readonly<Record<string, ReactNode>>,
  isSaving: boolean,
) {
  const formRef = useRef<HTMLFormElement>(null)
  const isSubmitted = useRef(false)
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
    submit(event)
  }
  return { formRef, onSubmit }
}
