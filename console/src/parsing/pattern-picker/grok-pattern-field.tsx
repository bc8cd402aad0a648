import { useRef } from 'react'
import type { CodeFieldHandle } from '../../ui/code-field/code-field-props.ts'
import { PatternInput } from '../pattern-input/pattern-input.tsx'
import type { PatternInputProps } from '../pattern-input/pattern-input-props.ts'
import classes from './pattern-picker.module.css'
import { PatternPicker } from './pattern-picker.tsx'

/** The editor of a grok pattern with the picker beside it, which inserts `%{NAME}` at the caret. */
export function GrokPatternField(props: Omit<PatternInputProps, 'language' | 'handle'>) {
  const input = useRef<CodeFieldHandle>(null)
  return (
    <div className={classes['field']}>
      <PatternInput {...props} language="grok" handle={input} />
      <PatternPicker patterns={props.patterns} onPick={({ name }) => input.current?.insert(`%{${name}}`)} />
    </div>
  )
}
