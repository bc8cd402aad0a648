/** A field for a grok pattern or a regular expression, with highlighting, completion and underlined errors. */
import { Input } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useId, useRef } from 'react'
import { deferred } from '../../base/deferred/deferred.tsx'
import classes from './pattern-input.module.css'
import type { PatternInputProps } from './pattern-input-props.ts'
import { PlainPatternInput } from './plain-pattern-input.tsx'

const PatternEditor = deferred(() => import('./pattern-editor.tsx').then((module) => module.PatternEditor))

export function PatternInput(props: PatternInputProps) {
  const { language, label, description, error, isRequired = false, value } = props
  const hasPointer = useMediaQuery('(pointer: fine)', false, { getInitialValueInEffect: false })
  const caret = useRef({ position: value.length, hasFocus: false })
  const id = useId()
  const hasError = error !== undefined && error !== null && error !== false
  const ids = [description === undefined ? [] : [`${id}-description`], hasError ? [`${id}-error`] : []].flat()
  const field = { ...props, caret, describedBy: ids.length === 0 ? undefined : ids.join(' ') }
  const plain = <PlainPatternInput {...field} />
  return (
    <Input.Wrapper
      id={id}
      label={label}
      labelElement="div"
      withAsterisk={isRequired}
      description={description}
      descriptionProps={{ id: `${id}-description` }}
      error={error}
      errorProps={{ id: `${id}-error` }}
    >
      <div className={classes['field']} data-language={language} data-invalid={hasError || undefined} translate="no">
        {hasPointer ? <PatternEditor {...field} fallback={plain} /> : plain}
      </div>
    </Input.Wrapper>
  )
}
