/** The pattern in CodeMirror. Loaded after the plain field is shown, whose text and focus it takes over. */

import { LRLanguage, syntaxHighlighting } from '@codemirror/language'
import { type Extension, Prec } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { CodeEditorHost } from '../../ui/code-field/code-editor-host.tsx'
import { nameCompletion } from '../../ui/code-field/name-completion.ts'
import { useCodeEditor, useMarkedProblems } from '../../ui/code-field/use-code-editor.ts'
import { patternHighlighter, patternParsers } from '../pattern-text/pattern-highlighting.ts'
import { completePattern } from './complete-pattern.ts'
import type { NamedPattern, PatternFieldProps, PatternInputProps } from './pattern-input-props.ts'

const NONE: NonNullable<PatternInputProps['problems']> = []

export function PatternEditor(props: PatternFieldProps) {
  const editor = useCodeEditor(props, extensionsOf)
  useMarkedProblems(editor, props.problems ?? NONE)
  return <CodeEditorHost host={editor.host} />
}

function extensionsOf(props: () => PatternFieldProps): Extension {
  const { language } = props()
  return [
    patternEditorTheme,
    patternLanguages[language],
    patternHighlighting,
    language === 'grok' ? patternCompletion(() => props().patterns ?? []) : [],
  ]
}

const patternEditorTheme = Prec.high(
  EditorView.theme({
    '&': { maxHeight: '320px' },
    '.cm-completionLabel': { flex: 'none', overflow: 'visible' },
    '.cm-completionDetail': {
      flex: '0 1 auto',
      fontFamily: 'inherit',
      minWidth: 0,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
  }),
)

/** Highlighting of grok patterns and regular expressions in the editor. */
const patternLanguages = {
  grok: LRLanguage.define({ name: 'grok', parser: patternParsers.grok }),
  regex: LRLanguage.define({ name: 'regex', parser: patternParsers.regex }),
}

const patternHighlighting = syntaxHighlighting(patternHighlighter)

const patternCompletion = (patterns: () => readonly NamedPattern[]): Extension =>
  nameCompletion((text, caret) => {
    const found = completePattern(text, caret, patterns())
    if (found === undefined) return undefined
    const { from, kind, options } = found
    if (kind !== 'name') return { from, options, validFor: kind === 'format' ? undefined : /^\w*$/ }
    const names = options.map((option) => ({ ...option, apply: closedAfter(option.label) }))
    return { from, options: names, validFor: /^\w*$/ }
  })

/** A name gets the closing brace; the caret stays in front of it, where `:field` follows. */
const closedAfter = (label: string) => (view: EditorView, _: unknown, from: number, to: number) => {
  const closes = !/^[}:;=]/.test(view.state.sliceDoc(to, to + 1))
  view.dispatch({
    changes: { from, to, insert: closes ? `${label}}` : label },
    selection: { anchor: from + label.length },
    userEvent: 'input.complete',
  })
}
