/** The source in CodeMirror. Loaded after the plain field is shown, whose text and focus it takes over. */
import { bracketMatching, indentOnInput } from '@codemirror/language'
import { type Extension, Prec } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { useEffect } from 'react'
import { CodeEditorHost } from '../../../ui/code-field/code-editor-host.tsx'
import type { CodeInputProps } from '../../../ui/code-field/code-field-props.ts'
import { pageEditor } from '../../../ui/code-field/page-editor.ts'
import { useCodeEditor } from '../../../ui/code-field/use-code-editor.ts'
import type { EditedSource } from './edited-source.ts'
import { sourceCompletion } from './source-completion.ts'
import { sourceLanguages } from './source-language.ts'
import { setSourceProblems, sourceMarks } from './source-marks.ts'

type CodeEditorProps = CodeInputProps & EditedSource

export function CodeEditor(props: CodeEditorProps) {
  const { problems } = props
  const { host, editor } = useCodeEditor(props, extensionsOf)
  useEffect(() => editor.current?.dispatch({ effects: setSourceProblems.of(problems) }), [editor, problems])
  return <CodeEditorHost host={host} />
}

function extensionsOf(props: () => CodeEditorProps): Extension {
  const save = () => {
    const { onSave } = props()
    onSave?.()
    return onSave !== undefined
  }
  return [
    pageEditor,
    sourceEditorTheme,
    sourceLanguages[props().language],
    bracketMatching(),
    indentOnInput(),
    sourceMarks,
    sourceCompletion(props),
    keymap.of([{ key: 'Mod-s', run: save, preventDefault: true }]),
  ]
}

const sourceEditorTheme = Prec.high(
  EditorView.theme({
    '.cm-problemLine': { color: 'var(--ly-bad-text)', fontWeight: '700' },
    '.cm-matchingBracket': { backgroundColor: 'var(--ly-accent-soft)', color: 'inherit' },
    // The documentation of the selected function is beside the list.
    '.cm-tooltip.cm-tooltip-autocomplete': { overflow: 'visible' },
    '.cm-tooltip.cm-completionInfo': { padding: 0 },
    '.cm-completionLabel': { flex: 'none', overflow: 'visible' },
    '.cm-completionDetail': {
      flex: '0 1 auto',
      minWidth: 0,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
  }),
)
