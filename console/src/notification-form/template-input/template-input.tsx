/** A field for a template of a notification, with highlighting, completion of names and underlined errors. */
import { parseJmte } from '@logyard/languages/jmte/parse-jmte'
import { Input } from '@mantine/core'
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { useId, useMemo, useRef } from 'react'
import { deferred } from '../../base/deferred/deferred.tsx'
import { PlainTemplateInput } from './plain-template-input.tsx'
import classes from './template-input.module.css'
import type { TemplateInputProps } from './template-input-props.ts'

const TYPING_PAUSE_MS = 1000

const TemplateEditor = deferred(() => import('./template-editor.tsx').then((module) => module.TemplateEditor))

export function TemplateInput(props: TemplateInputProps) {
  const { label, description, value, isRequired = false, isOneLine = false } = props
  const hasPointer = useMediaQuery('(pointer: fine)', false, { getInitialValueInEffect: false })
  const caret = useRef({ position: value.length, hasFocus: false })
  const id = useId()
  // An expression that is being typed is not closed yet.
  const [settled] = useDebouncedValue(value, TYPING_PAUSE_MS)
  const problems = useMemo(() => parseJmte(settled).problems, [settled])
  const error = props.error ?? (settled === value ? problems[0]?.message : undefined)
  const isInvalid = error !== undefined && error !== null && error !== false
  const ids = [description === undefined ? [] : [`${id}-description`], isInvalid ? [`${id}-error`] : []].flat()
  const field = { ...props, isInvalid, caret, describedBy: ids.length === 0 ? undefined : ids.join(' ') }
  const plain = <PlainTemplateInput {...field} />
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
      <div
        className={classes['field']}
        data-lines={isOneLine ? 'one' : 'many'}
        data-invalid={isInvalid || undefined}
        translate="no"
      >
        {hasPointer ? <TemplateEditor {...field} fallback={plain} /> : plain}
      </div>
    </Input.Wrapper>
  )
}
