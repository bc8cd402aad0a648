import { useRef } from 'react'
import { PatternInput } from '../pattern-input/pattern-input.tsx'
import type { PatternInputHandle, PatternInputProps } from '../pattern-input/pattern-input-props.ts'
import classes from './pattern-picker.module.css'
import { PatternPicker } from './pattern-picker.tsx'

/** The editor of a grok pattern with the picker beside it, which inserts `%{NAME}` at the caret. */
export function GrokPatternField(props: Omit<PatternInputProps, 'language' | 'handle'>) {
  const input = useRef<PatternInputHandle>(null)
  return (
    <div className={classes['field']}>
      <PatternInput {...props} language="grok" handle={input} />
      <PatternPicker patterns={props.patterns} onPick={({ name }) => input.current?.insert(`%{${name}}`)} />
    </div>
  )
}
