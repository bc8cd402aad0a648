import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
} from '@codemirror/autocomplete'
import { type Extension, Prec } from '@codemirror/state'
import { type EditorView, keymap } from '@codemirror/view'
import { completeTemplate, type TemplateName, type TemplateOption } from './complete-template.ts'

export const templateCompletion = (names: () => readonly TemplateName[]): Extension => [
  autocompletion({
    override: [(context) => complete(context, names())],
    defaultKeymap: false,
    icons: false,
    // Enter right after the list opened would otherwise add a line to the template.
    interactionDelay: 0,
    maxRenderedOptions: 200,
    activateOnTypingDelay: 30,
  }),
  Prec.highest(keymap.of(completionKeymap)),
]

function complete({ pos, state }: CompletionContext, names: readonly TemplateName[]): CompletionResult | null {
  const found = completeTemplate(state.doc.toString(), pos, names)
  if (found === undefined) return null
  return {
    from: found.from,
    options: found.options.map((option, place) => ({
      label: option.label,
      ...(option.detail === undefined ? {} : { detail: option.detail }),
      boost: -place / 10,
      apply: (view, _, from, to) => apply(view, option, from, to),
    })) satisfies readonly Completion[],
    validFor: /^[\w.@-]*$/,
  }
}

/** A name also gets the closing brace, with the caret behind it; a keyword that needs a name gets a space. */
function apply(view: EditorView, { label, continues = false }: TemplateOption, from: number, to: number): void {
  const isClosed = view.state.sliceDoc(to, to + 1) === '}'
  const insert = continues ? `${label} ` : isClosed ? label : `${label}}`
  const anchor = from + insert.length + (isClosed && !continues ? 1 : 0)
  view.dispatch({ changes: { from, to, insert }, selection: { anchor }, userEvent: 'input.complete' })
}
