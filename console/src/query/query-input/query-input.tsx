/** The query: first a plain text field, then the editor with highlighting and completion once it is loaded. */

import { useMediaQuery } from '@mantine/hooks'
import { useRef } from 'react'
import { deferred } from '../../base/deferred/deferred.tsx'
import { PlainQueryInput } from './plain-query-input.tsx'
import classes from './query-input.module.css'
import type { Caret, QueryInputProps } from './query-input-props.ts'
import { hasErrors } from './query-problem.ts'

const QueryEditor = deferred(() => import('./query-editor.tsx').then((module) => module.QueryEditor))

export function QueryInput(props: QueryInputProps) {
  // On touch screens the plain field works better with the device's keyboard.
  const hasPointer = useMediaQuery('(pointer: fine)', false, { getInitialValueInEffect: false })
  const caret = useRef<Caret>({
    anchor: props.value.length,
    head: props.value.length,
    hasFocus: false,
    hasTyped: false,
  })
  const plain = <PlainQueryInput {...props} caret={caret} />
  return (
    <div className={classes['field']} data-invalid={hasErrors(props.problems) || undefined} translate="no">
      {hasPointer ? <QueryEditor {...props} caret={caret} fallback={plain} /> : plain}
      {props.end}
    </div>
  )
}
