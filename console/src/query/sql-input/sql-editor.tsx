/** The statement in CodeMirror. Loaded after the plain field is shown, whose text and focus it takes over. */
import { closeCompletion } from '@codemirror/autocomplete'
import { type Extension, Prec, RangeSetBuilder } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, keymap, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { completeSql, SQL_FUNCTIONS } from '@logyard/languages/sql/complete-sql'
import { type SqlToken, sqlTokens } from '@logyard/languages/sql/sql-tokens'
import { SQL_WORDS } from '@logyard/languages/sql/sql-words'
import { CodeEditorHost } from '../../ui/code-field/code-editor-host.tsx'
import type { CodeInputProps } from '../../ui/code-field/code-field-props.ts'
import type { MarkedProblem } from '../../ui/code-field/marked-problems.ts'
import { nameCompletion } from '../../ui/code-field/name-completion.ts'
import { useCodeEditor, useMarkedProblems } from '../../ui/code-field/use-code-editor.ts'

interface SqlTools {
  readonly onRun: () => void
  readonly fields: readonly { readonly name: string; readonly type: string }[]
  /** To underline; the page also shows them in words. */
  readonly problems: readonly MarkedProblem[]
}

type SqlEditorProps = CodeInputProps & SqlTools

export function SqlEditor(props: SqlEditorProps) {
  const editor = useCodeEditor(props, extensionsOf)
  useMarkedProblems(editor, props.problems)
  return <CodeEditorHost host={editor.host} />
}

const extensionsOf = (props: () => SqlEditorProps): Extension => [
  Prec.high(EditorView.theme({ '&': { maxHeight: '320px' } })),
  sqlHighlighting,
  nameCompletion((text, caret) => {
    const found = completeSql(text, caret, props().fields)
    if (found === undefined) return undefined
    const options = found.options.map(({ label, insert, detail }) => ({
      label,
      detail,
      apply: (view: EditorView, _: unknown, from: number, to: number) =>
        view.dispatch({
          changes: { from, to, insert },
          selection: { anchor: from + insert.length },
          userEvent: 'input.complete',
        }),
    }))
    return { from: found.from, options }
  }),
  Prec.highest(
    keymap.of([
      {
        key: 'Mod-Enter',
        run: (view) => {
          closeCompletion(view)
          props().onRun()
          return true
        },
      },
    ]),
  ),
]

const mark = (token: string, isStrong = false) =>
  Decoration.mark({ attributes: { style: `color: var(--ly-syntax-${token})${isStrong ? '; font-weight: 600' : ''}` } })

const MARKS = {
  word: mark('operator', true),
  function: mark('field'),
  string: mark('string'),
  number: mark('number'),
  sign: mark('mark'),
  comment: Decoration.mark({ attributes: { style: 'color: var(--mantine-color-dimmed)' } }),
}

const FUNCTIONS = new Set(SQL_FUNCTIONS.map((name) => name.toLowerCase()))
const WORDS = new Set(SQL_WORDS)

function markOf({ kind, text }: SqlToken, next: SqlToken | undefined): Decoration | undefined {
  if (kind !== 'word') return kind === 'identifier' ? undefined : MARKS[kind]
  if (/^\d/.test(text)) return MARKS.number
  const isCalled = next?.kind === 'sign' && next.text === '('
  if (isCalled && (FUNCTIONS.has(text.toLowerCase()) || !WORDS.has(text.toUpperCase()))) return MARKS.function
  return WORDS.has(text.toUpperCase()) ? MARKS.word : undefined
}

function decorationsOf(text: string): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>()
  const tokens = [...sqlTokens(text)]
  for (const [at, token] of tokens.entries()) {
    const found = markOf(token, tokens[at + 1])
    if (found !== undefined) builder.add(token.start, token.end, found)
  }
  return builder.finish()
}

const sqlHighlighting: Extension = ViewPlugin.define(
  (view) => ({
    decorations: decorationsOf(view.state.doc.toString()),
    update(this: { decorations: DecorationSet }, update: ViewUpdate) {
      if (update.docChanged) this.decorations = decorationsOf(update.state.doc.toString())
    },
  }),
  { decorations: ({ decorations }) => decorations },
)
