/** An editor for the source of a rule or a pipeline; its problems are listed below it. */

import type { FunctionDescriptor } from '@logyard/contract/pipelines/rule-functions'
import { listRules } from '@logyard/contract/pipelines/rules'
import { Group, Input, UnstyledButton } from '@mantine/core'
import { useMediaQuery, useMergedRef } from '@mantine/hooks'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type Ref, useId, useMemo, useRef } from 'react'
import { statusText } from '../../../api/api-error.ts'
import { deferred } from '../../../base/deferred/deferred.tsx'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { allFieldsQuery } from '../../../query/fields/field-queries.ts'
import type { CodeFieldHandle } from '../../../ui/code-field/code-field-props.ts'
import { CodeInput } from '../../../ui/code-field/code-input.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { ToolButton } from '../../../ui/tooltip/tool-button.tsx'
import { functionsQuery, rulesQuery } from '../pipeline-queries.ts'
import type { SourceCompletion } from './edited-source.ts'
import { offsetIn, type SourceProblem } from './parse-errors.ts'
import classes from './source-editor.module.css'
import type { ParsedSource } from './use-parsed-source.ts'

const CodeEditor = deferred(() => import('./code-editor.tsx').then((module) => module.CodeEditor))

interface SourceEditorProps {
  readonly language: 'rule' | 'pipeline'
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly parsed: ParsedSource
  readonly isReadOnly: boolean
  /** Ctrl+S, or Command+S, unless it is read-only. */
  readonly onSave: () => void
  /** Further controls in the line above the text. */
  readonly tools?: ReactNode
  readonly handle?: Ref<CodeFieldHandle>
}

export function SourceEditor(props: SourceEditorProps) {
  const { language, label, value, onChange, parsed, isReadOnly, onSave, tools, handle } = props
  const { problems } = parsed
  const t = useText()
  const completion = useSourceCompletion()
  const id = useId()
  const hasPointer = useMediaQuery('(pointer: fine)', false, { getInitialValueInEffect: false })
  const editor = useRef<CodeFieldHandle>(null)
  const input = { label, value, onChange, isReadOnly }
  const source = { language, problems, completion, onSave: isReadOnly ? undefined : onSave }
  const ref = useMergedRef(editor, handle)
  const goTo = (problem: SourceProblem) => editor.current?.goTo(offsetIn(value, problem))
  return (
    <div>
      <Group gap={4} mih={30}>
        <Input.Label component="div" className={classes['label'] ?? ''}>
          {label}
        </Input.Label>
        {tools}
        {!isReadOnly && hasPointer && (
          <>
            <ToolButton label={t('pipelines.source.undo')} onClick={() => editor.current?.undo()}>
              <IconArrowBackUp size={15} />
            </ToolButton>
            <ToolButton label={t('pipelines.source.redo')} onClick={() => editor.current?.redo()}>
              <IconArrowForwardUp size={15} />
            </ToolButton>
          </>
        )}
        <CopyButton value={value} label={t('pipelines.source.copy')} />
      </Group>
      <CodeInput
        {...input}
        handle={ref}
        height="half-page"
        describedBy={`${id}-problems`}
        isInvalid={problems.length > 0}
        editor={(field, plain) => <CodeEditor {...field} {...source} fallback={plain} />}
      />
      <div id={`${id}-problems`} className={classes['problems']} role="status">
        {problems.length === 0 && <Status parsed={parsed} />}
        {problems.length > 0 && (
          <ul aria-label={t('pipelines.source.problems')}>
            {problems.map((problem) => (
              <li key={`${problem.line}|${problem.position_in_line}|${problem.reason}`}>
                <UnstyledButton onClick={() => goTo(problem)}>
                  <span>{t('pipelines.source.at', { line: problem.line, column: problem.position_in_line + 1 })}</span>{' '}
                  <span translate="no">{problem.reason}</span>
                </UnstyledButton>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

/** Shows whether a source without problems is valid or still being checked. */
function Status({ parsed: { isStale, failure } }: { parsed: ParsedSource }) {
  const t = useText()
  if (failure !== null) return <span>{t('pipelines.source.unchecked', { status: statusText(failure) })}</span>
  return <span>{t(isStale ? 'pipelines.source.checking' : 'pipelines.source.valid')}</span>
}

const NONE: readonly FunctionDescriptor[] = []

/** The functions of the server, the fields of the user's messages, and the titles of rules. */
function useSourceCompletion(): SourceCompletion {
  const call = useCall()
  const functions = useQuery(functionsQuery(call))
  const fields = useQuery(allFieldsQuery(call))
  const rules = useQuery({ ...rulesQuery(call), enabled: useMay()(listRules) })
  return useMemo(
    () => ({
      functions: functions.data ?? NONE,
      fields: (fields.data ?? []).map(({ name }) => name).toSorted(),
      rules: (rules.data ?? []).flatMap(({ title }) => (title === null ? [] : [title])),
    }),
    [functions.data, fields.data, rules.data],
  )
}
