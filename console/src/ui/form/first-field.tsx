import { TextInput, type TextInputProps } from '@mantine/core'
import { useEffect, useRef } from 'react'

/**
 * The first field of a form in a dialog. It takes the focus also when the form is shown after it was loaded: the dialog
 * has moved the focus to its close button by then.
 */
export function FirstField(props: TextInputProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return <TextInput ref={field} data-autofocus {...props} />
}
