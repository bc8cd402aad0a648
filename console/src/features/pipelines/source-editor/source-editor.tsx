/** An editor for the source of a rule or a pipeline; its problems are listed below it. */
import { ActionIcon, Group, Input, UnstyledButton } from '@mantine/core'
import { useMediaQuery, useMergedRef } from '@mantine/hooks'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { type ReactNode, useId, useRef } from 'react'
import { deferred } from '../../../base/deferred/deferred.tsx'
import { useText } from '../../../base/text/text.tsx'
import type { CodeFieldHandle } from '../../../ui/code-field/code-field-props.ts'
import { CodeInput } from '../../../ui/code-field/code-input.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Tooltip } from '../../../ui/tooltip/tooltip.tsx'
import type { SourceProblem } from './parse-errors.ts'
import classes from './source-editor.module.css'
import type { SourceEditorProps } from './source-editor-props.ts'

const CodeEditor = deferred(() => import('./code-editor.tsx').then((module) => module.CodeEditor))

interface Props extends SourceEditorProps {
  /** Whether the source is being checked, or is valid; shown while there are no problems. */
  readonly status: string
  /** Further controls in the line above the text. */
  readonly tools?: ReactNode
}

export function SourceEditor(props: Props) {
  const { language, label, value, onChange, problems, completion, onSave, status, tools, handle } = props
  const { isReadOnly = false } = props
  const t = useText()
  const id = useId()
  const hasPointer = useMediaQuery('(pointer: fine)', false, { getInitialValueInEffect: false })
  const editor = useRef<CodeFieldHandle>(null)
  const input = { label, value, onChange, isReadOnly }
  const source = { language, problems, completion, onSave }
  const ref = useMergedRef(editor, handle)
  const goTo = (problem: SourceProblem) => editor.current?.goTo(offsetIn(value, problem))
  return (
    <div>
      <Group gap={4} className={classes['bar'] ?? ''}>
        <Input.Label component="div" className={classes['label'] ?? ''}>
          {label}
        </Input.Label>
        {tools}
        {!isReadOnly && hasPointer && (
          <>
            <Tool label={t('pipelines.source.undo')} onClick={() => editor.current?.undo()}>
              <IconArrowBackUp size={15} />
            </Tool>
            <Tool label={t('pipelines.source.redo')} onClick={() => editor.current?.redo()}>
              <IconArrowForwardUp size={15} />
            </Tool>
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
        {problems.length === 0 && <span>{status}</span>}
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

/** The offset of a problem; at the end of its line if the line is shorter by now. */
function offsetIn(text: string, { line, position_in_line: column }: SourceProblem): number {
  const lines = text.split('\n')
  const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0)
  return before + Math.min(Math.max(0, column), lines[line - 1]?.length ?? 0)
}

function Tool({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
