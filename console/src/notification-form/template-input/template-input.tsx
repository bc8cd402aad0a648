/** A field for a template of a notification, with highlighting, completion of names and underlined errors. */
import { parseJmte } from '@logyard/languages/jmte/parse-jmte'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { deferred } from '../../base/deferred/deferred.tsx'
import { CodeField } from '../../ui/code-field/code-field.tsx'
import type { TemplateInputProps } from './template-input-props.ts'

const TYPING_PAUSE_MS = 1000

const TemplateEditor = deferred(() => import('./template-editor.tsx').then((module) => module.TemplateEditor))

export function TemplateInput({ names, error, ...field }: TemplateInputProps) {
  const { value, isOneLine = false } = field
  // An expression that is being typed is not closed yet.
  const [settled] = useDebouncedValue(value, TYPING_PAUSE_MS)
  const problems = useMemo(() => parseJmte(settled).problems, [settled])
  return (
    <CodeField
      {...field}
      height={isOneLine ? 'line' : 'paragraph'}
      error={error ?? (settled === value ? problems[0]?.message : undefined)}
      editor={(input, plain) => <TemplateEditor {...input} names={names} fallback={plain} />}
    />
  )
}
