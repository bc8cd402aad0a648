/** A field for a grok pattern or a regular expression, with highlighting, completion and underlined errors. */
import { deferred } from '../../base/deferred/deferred.tsx'
import { CodeField } from '../../ui/code-field/code-field.tsx'
import type { PatternInputProps } from './pattern-input-props.ts'

const PatternEditor = deferred(() => import('./pattern-editor.tsx').then((module) => module.PatternEditor))

export function PatternInput({ language, patterns, problems = [], ...field }: PatternInputProps) {
  const isOneLine = language === 'regex'
  return (
    <CodeField
      {...field}
      isOneLine={isOneLine}
      height={isOneLine ? 'line' : 'paragraph'}
      editor={(input, plain) => (
        <PatternEditor {...input} language={language} patterns={patterns} problems={problems} fallback={plain} />
      )}
    />
  )
}
