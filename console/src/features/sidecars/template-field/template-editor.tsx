/** The template in CodeMirror. Loaded after the plain field is shown, whose text and focus it takes over. */
import { useEffect } from 'react'
import { CodeEditorHost } from '../../../ui/code-field/code-editor-host.tsx'
import { setProblems } from '../../../ui/code-field/marked-problems.ts'
import { pageEditor } from '../../../ui/code-field/page-editor.ts'
import { useCodeEditor } from '../../../ui/code-field/use-code-editor.ts'
import { problemPlace } from './problem-place.ts'
import { templateCompletion } from './template-completion-source.ts'
import type { TemplateInputProps } from './template-field-props.ts'
import { templateLanguage } from './template-language.ts'

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
