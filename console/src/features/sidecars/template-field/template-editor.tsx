/** The template in CodeMirror. Loaded after the plain field is shown, whose text and focus it takes over. */
import { useEffect } from 'react'
import { CodeEditorHost } from '../../../ui/code-field/code-editor-host.tsx'
import type { CodeInputProps } from '../../../ui/code-field/code-field-props.ts'
import { type MarkedProblem, setProblems } from '../../../ui/code-field/marked-problems.ts'
import { nameCompletion } from '../../../ui/code-field/name-completion.ts'
import { pageEditor } from '../../../ui/code-field/page-editor.ts'
import { useCodeEditor } from '../../../ui/code-field/use-code-editor.ts'
import { completeTemplate, type TemplateVariable } from './complete-template.ts'
import { templateLanguage } from './template-language.ts'

interface TemplateInputProps extends CodeInputProps {
  readonly variables: readonly TemplateVariable[]
  readonly error: string | undefined
}

export function TemplateEditor(props: TemplateInputProps) {
  const { error } = props
  const { host, editor } = useCodeEditor(props, extensionsOf)

  // Only a new message is placed: while the user types on, the mark moves with the text.
  useEffect(() => {
    const view = editor.current
    const place = error === undefined || view === undefined ? undefined : problemPlace(view.state.doc.toString(), error)
    view?.dispatch({ effects: setProblems.of(place === undefined ? [] : [place]) })
  }, [editor, error])
  return <CodeEditorHost host={host} />
}

const extensionsOf = (props: () => TemplateInputProps) => [
  pageEditor,
  templateLanguage,
  templateCompletion(() => props().variables),
]

const templateCompletion = (variables: () => readonly TemplateVariable[]) =>
  nameCompletion((text, caret) => {
    const found = completeTemplate(text, caret, variables())
    if (found === undefined) return undefined
    const { from, options, closing } = found
    return { from, options: options.map((option) => ({ ...option, closing })), validFor: /^[\w.]*$/ }
  })

const PLACE = /\(line (\d+), column (\d+)\)/

/** The place in the template that the server's message names; undefined if it names none. */
function problemPlace(template: string, message: string): MarkedProblem | undefined {
  const place = PLACE.exec(message)
  if (place === null) return undefined
  const lines = template.split('\n').slice(0, Number(place[1]))
  const last = lines.at(-1) ?? ''
  const lineStart = lines.slice(0, -1).reduce((sum, line) => sum + line.length + 1, 0)
  const from = lineStart + Math.min(last.length, Number(place[2]) - 1)
  const closing = template.slice(from, lineStart + last.length).search(/[}>]/)
  const to = closing < 0 ? lineStart + last.length : from + closing + 1
  return { severity: 'error', message, from, to }
}
