/** A field for code or a template, with its label, description and error. */
import { Input } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { isError } from '../form/is-error.ts'
import type { CodeInputProps } from './code-field-props.ts'
import { CodeInput, type CodeInputFrameProps } from './code-input.tsx'

interface CodeFieldProps extends CodeInputFrameProps, Omit<CodeInputProps, 'describedBy' | 'isInvalid' | 'caret'> {
  /** Shown in place of the label. */
  readonly heading?: ReactNode
  readonly description?: ReactNode
  readonly error?: ReactNode
}

export function CodeField({ heading, description, error, ...input }: CodeFieldProps) {
  const { label } = input
  const id = useId()
  const isInvalid = isError(error)
  const ids = [description === undefined ? [] : [`${id}-description`], isInvalid ? [`${id}-error`] : []].flat()
  return (
    <Input.Wrapper
      id={id}
      label={heading ?? label}
      labelElement="div"
      description={description}
      descriptionProps={{ id: `${id}-description` }}
      error={error}
      errorProps={{ id: `${id}-error` }}
    >
      <CodeInput {...input} isInvalid={isInvalid} describedBy={ids.length === 0 ? undefined : ids.join(' ')} />
    </Input.Wrapper>
  )
}
