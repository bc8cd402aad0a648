/** The template in CodeMirror. Loaded after the plain field is shown, whose text and focus it takes over. */
import { type Extension, Prec } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { parseJmte } from '@logyard/languages/jmte/parse-jmte'
import { useMemo } from 'react'
import { CodeEditorHost } from '../../ui/code-field/code-editor-host.tsx'
import { nameCompletion } from '../../ui/code-field/name-completion.ts'
import { useCodeEditor, useMarkedProblems } from '../../ui/code-field/use-code-editor.ts'
import { completeTemplate, type TemplateName } from './complete-template.ts'
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

/** A name gets the closing brace; a keyword that needs a name gets a space. */
const templateCompletion = (names: () => readonly TemplateName[]): Extension =>
  nameCompletion((text, caret) => {
    const found = completeTemplate(text, caret, names())
    if (found === undefined) return undefined
    const options = found.options.map(({ label, detail, continues = false }) => ({
      label,
      detail,
      closing: continues ? ' ' : '}',
    }))
    return { from: found.from, options, validFor: /^[\w.@-]*$/ }
  })
