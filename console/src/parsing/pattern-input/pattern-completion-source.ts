import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
} from '@codemirror/autocomplete'
import { type Extension, Prec } from '@codemirror/state'
import { type EditorView, keymap } from '@codemirror/view'
import { completePattern, type PatternCompletion } from './complete-pattern.ts'
import type { NamedPattern } from './pattern-input-props.ts'

export const patternCompletion = (patterns: () => readonly NamedPattern[]): Extension => [
  autocompletion({
    override: [(context) => complete(context, patterns())],
    defaultKeymap: false,
    icons: false,
    // Enter right after the list opened would otherwise add a line to the pattern.
    interactionDelay: 0,
    maxRenderedOptions: 200,
    activateOnTypingDelay: 30,
  }),
  Prec.highest(keymap.of(completionKeymap)),
]

function complete(context: CompletionContext, patterns: readonly NamedPattern[]): CompletionResult | null {
  const { pos, state } = context
  const found = completePattern(state.doc.toString(), pos, patterns)
  if (found === undefined) return null
  return {
    from: found.from,
    options: found.options.map((option, place) => ({
      ...option,
      boost: -place / 10,
      apply: (view, _, from, to) => apply(view, found.kind, option.label, from, to),
    })) satisfies readonly Completion[],
    ...(found.kind === 'format' ? {} : { validFor: /^\w*$/ }),
  }
}

/** A name also gets the closing brace; the caret stays in front of it, where `:field` follows. */
function apply(view: EditorView, kind: PatternCompletion['kind'], label: string, from: number, to: number): void {
  const closes = kind === 'name' && !/^[}:;=]/.test(view.state.sliceDoc(to, to + 1))
  view.dispatch({
    changes: { from, to, insert: closes ? `${label}}` : label },
    selection: { anchor: from + label.length },
    userEvent: 'input.complete',
  })
}
