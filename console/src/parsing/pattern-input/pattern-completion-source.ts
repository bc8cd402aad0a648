import type { Extension } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { nameCompletion } from '../../ui/code-field/name-completion.ts'
import { completePattern } from './complete-pattern.ts'
import type { NamedPattern } from './pattern-input-props.ts'

export const patternCompletion = (patterns: () => readonly NamedPattern[]): Extension =>
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
