/** A statement in SQL, with highlighting and completion of columns and functions. Ctrl+Enter runs it. */

import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useMemo } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { deferred } from '../../base/deferred/deferred.tsx'
import { useCall } from '../../base/services/services.tsx'
import { CodeField } from '../../ui/code-field/code-field.tsx'
import type { MarkedProblem } from '../../ui/code-field/marked-problems.ts'
import { allFieldsQuery } from '../fields/field-queries.ts'

const SqlEditor = deferred(() => import('./sql-editor.tsx').then((module) => module.SqlEditor))

interface SqlInputProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onRun: () => void
  /** Why the statement that ran last was refused. */
  readonly error?: Error | null
  /** The statement that ran last. */
  readonly submitted?: string
}

export function SqlInput({ onRun, error = null, submitted, ...field }: SqlInputProps) {
  const { data: known } = useQuery(allFieldsQuery(useCall()))
  const fields = useMemo(() => (known ?? []).map(({ name, type }) => ({ name, type: type.type })), [known])
  const isSubmitted = field.value === submitted
  const problems = useMemo(() => (isSubmitted ? problemsOf(error) : []), [error, isSubmitted])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    onRun()
  }
  return (
    <CodeField
      {...field}
      height="paragraph"
      onPlainKeyDown={onKeyDown}
      editor={(input, plain) => (
        <SqlEditor {...input} onRun={onRun} fields={fields} problems={problems} fallback={plain} />
      )}
    />
  )
}

/** The place of the problem, if it is known. */
function problemsOf(error: Error | null): readonly MarkedProblem[] {
  if (!(error instanceof ApiError)) return []
  const { from, to } = Object(error.body)
  if (typeof from !== 'number' || typeof to !== 'number') return []
  return [{ severity: 'error', message: error.message, from, to }]
}
