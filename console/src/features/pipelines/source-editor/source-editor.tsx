/** An editor for the source of a rule or a pipeline; its problems are listed below it. */
import { ActionIcon, Group, Input, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { type ReactNode, useId, useImperativeHandle, useRef } from 'react'
import { deferred } from '../../../base/deferred/deferred.tsx'
import { useText } from '../../../base/text/text.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Tooltip } from '../../../ui/tooltip/tooltip.tsx'
import { PlainSourceEditor } from './plain-source-editor.tsx'
import classes from './source-editor.module.css'
import type { SourceEditorHandle, SourceEditorProps } from './source-editor-props.ts'

const CodeEditor = deferred(() => import('./code-editor.tsx').then((module) => module.CodeEditor))

interface Props extends SourceEditorProps {
  /** Whether the source is being checked, or is valid; shown while there are no problems. */
  readonly status: string
  /** Further controls in the line above the text. */
  readonly tools?: ReactNode
}

export function SourceEditor(props: Props) {
  const { label, value, problems, status, tools, handle, isReadOnly = false } = props
  const t = useText()
  const id = useId()
  const hasPointer = useMediaQuery('(pointer: fine)', false, { getInitialValueInEffect: false })
  const editor = useRef<SourceEditorHandle>(null)
  useImperativeHandle(handle, () => ({
    insert: (text) => editor.current?.insert(text),
    goTo: (problem) => editor.current?.goTo(problem),
    undo: () => editor.current?.undo(),
    redo: () => editor.current?.redo(),
  }))
  const caret = useRef({ position: 0, hasFocus: false })
  const field = { ...props, caret, handle: editor, describedBy: `${id}-problems` }
  const plain = <PlainSourceEditor {...field} />
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
      <div className={classes['field']} data-invalid={problems.length > 0 || undefined} translate="no">
        {hasPointer ? <CodeEditor {...field} fallback={plain} /> : plain}
      </div>
      <div id={`${id}-problems`} className={classes['problems']} role="status">
        {problems.length === 0 && <span>{status}</span>}
        {problems.length > 0 && (
          <ul aria-label={t('pipelines.source.problems')}>
            {problems.map((problem) => (
              <li key={`${problem.line}|${problem.position_in_line}|${problem.reason}`}>
                <UnstyledButton onClick={() => editor.current?.goTo(problem)}>
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

function Tool({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
