/** The template in CodeMirror. Loaded after the plain field is shown, whose text and focus it takes over. */
import { Prec } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { parseJmte } from '@logyard/languages/jmte/parse-jmte'
import { useMemo } from 'react'
import { CodeEditorHost } from '../../ui/code-field/code-editor-host.tsx'
import { useCodeEditor, useMarkedProblems } from '../../ui/code-field/use-code-editor.ts'
import { templateCompletion } from './template-completion-source.ts'
import { templateHighlighting } from './template-highlighting.ts'
import type { TemplateFieldProps } from './template-input-props.ts'

export function TemplateEditor(props: TemplateFieldProps) {
  const { value } = props
  const editor = useCodeEditor(props, extensionsOf)
  useMarkedProblems(
    editor,
    useMemo(() => problemsIn(value), [value]),
  )
  return <CodeEditorHost host={editor.host} />
}

const extensionsOf = (props: () => TemplateFieldProps) => [
  Prec.high(EditorView.theme({ '&': { maxHeight: '420px' } })),
  templateHighlighting,
  templateCompletion(() => props().names),
]

/** The whole expression is underlined. */
const problemsIn = (template: string) =>
  parseJmte(template).problems.map(({ message, at }) => {
    const end = template.indexOf('}', at)
    return { severity: 'error' as const, message, from: at, to: end < 0 ? template.length : end + 1 }
  })
