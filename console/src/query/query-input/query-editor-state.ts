/** The initial state of the query's CodeMirror editor: the text and caret of the plain field, and all extensions. */
import { defaultKeymap, history as editHistory, historyKeymap } from '@codemirror/commands'
import { type Compartment, EditorState, Prec } from '@codemirror/state'
import { EditorView, keymap, placeholder as placeholderExtension, type ViewUpdate } from '@codemirror/view'
import { codeEditorTheme } from '../../ui/code-field/code-editor-theme.ts'
import { markedProblems } from '../../ui/code-field/marked-problems.ts'
import { type CompletionTexts, queryCompletion } from './query-completion-source.ts'
import { searchKeys } from './query-editor-keys.ts'
import type { QueryEditorProps } from './query-editor-props.ts'
import { queryHighlightStyle, queryLanguage } from './query-language.ts'

interface QueryEditorStateOptions {
  readonly props: () => QueryEditorProps
  readonly texts: () => CompletionTexts
  readonly attributes: Compartment
  /** Completion was requested before the fields had been loaded. */
  readonly onTooEarly: () => void
  readonly onUpdate: (update: ViewUpdate) => void
}

export function queryEditorState({ props, texts, attributes, onTooEarly, onUpdate }: QueryEditorStateOptions) {
  const { value, caret, placeholder } = props()
  const { anchor, head } = caret.current
  return EditorState.create({
    doc: value,
    selection: { anchor: Math.min(anchor, value.length), head: Math.min(head, value.length) },
    extensions: [
      editHistory(),
      EditorView.lineWrapping,
      codeEditorTheme,
      queryLanguage,
      queryHighlightStyle,
      markedProblems,
      queryCompletion(() => ({ completion: props().completion, texts: texts(), onTooEarly })),
      placeholderExtension(placeholder),
      attributes.of([]),
      Prec.high(keymap.of(searchKeys(props))),
      keymap.of([...historyKeymap, ...defaultKeymap]),
      EditorView.updateListener.of(onUpdate),
    ],
  })
}

interface FieldAttributes extends Pick<QueryEditorProps, 'label' | 'placeholder' | 'describedBy'> {
  readonly isInvalid: boolean
}

export const fieldAttributes = ({ label, placeholder, describedBy, isInvalid }: FieldAttributes) =>
  EditorView.contentAttributes.of({
    'aria-label': label,
    'aria-describedby': describedBy,
    'aria-invalid': String(isInvalid),
    'aria-placeholder': placeholder,
    'aria-multiline': 'true',
    // Long queries scroll, so the field must be reachable by keyboard.
    tabindex: '0',
    autocorrect: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    // Escape closes the completion, not a dialog around the query.
    'data-mantine-stop-propagation': 'true',
  })
