/** An editor with highlighting, or a plain field on touch screens and until the editor is loaded. */
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useRef } from 'react'
import classes from './code-field.module.css'
import type { CodeInputProps } from './code-field-props.ts'
import { PlainCodeField } from './plain-code-field.tsx'

export interface CodeInputFrameProps {
  /** A `bar` is a line beside other controls. */
  readonly height: 'bar' | 'line' | 'paragraph' | 'half-page' | 'page'
  /** The editor; it shows the plain field until it is loaded. */
  readonly editor: (input: CodeInputProps, plain: ReactNode) => ReactNode
  /** The pointer or the focus reaches the field. */
  readonly onTurn?: () => void
  /** Shown at the end of the field. */
  readonly end?: ReactNode
}

type Props = CodeInputFrameProps & Omit<CodeInputProps, 'caret'>

export function CodeInput({ height, editor, onTurn, end, ...input }: Props) {
  const { value, isInvalid } = input
  const hasPointer = useMediaQuery('(pointer: fine)', false, { getInitialValueInEffect: false })
  const start = height.endsWith('page') ? 0 : value.length
  const caret = useRef({ anchor: start, head: start, hasFocus: false, hasTyped: false })
  const field = { ...input, caret }
  const plain = <PlainCodeField {...field} />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it notes what reaches the field, and does nothing else
    <div
      className={classes['field']}
      data-height={height}
      data-invalid={isInvalid || undefined}
      translate="no"
      onPointerEnter={onTurn}
      onFocus={onTurn}
    >
      {hasPointer ? editor(field, plain) : plain}
      {end}
    </div>
  )
}
