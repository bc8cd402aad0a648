/** Completes names in a template: a list that opens while the user types, with the best name first. */
import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
} from '@codemirror/autocomplete'
import { type Extension, Prec } from '@codemirror/state'
import { keymap } from '@codemirror/view'

interface CompletedName {
  readonly label: string
  readonly detail?: string | undefined
  /** Inserted behind the label, unless the text has it there already; the caret continues behind it. */
  readonly closing?: string | undefined
  /** Inserts the name in another way. */
  readonly apply?: Completion['apply']
}

interface CompletedNames {
  readonly from: number
  /** Best first. */
  readonly options: readonly CompletedName[]
  /** The part of a name for which the list stays as it is; by default it is made again for each character. */
  readonly validFor?: RegExp | undefined
}

type FindNames = (text: string, caret: number) => CompletedNames | undefined

export const nameCompletion = (find: FindNames): Extension => [
  autocompletion({
    override: [(context) => complete(context, find)],
    defaultKeymap: false,
    icons: false,
    // Enter right after the list opened would otherwise add a line to the text.
    interactionDelay: 0,
    maxRenderedOptions: 200,
    activateOnTypingDelay: 30,
  }),
  Prec.highest(keymap.of([...completionKeymap, { key: 'Tab', run: acceptCompletion }])),
]

function complete({ pos, state }: CompletionContext, find: FindNames): CompletionResult | null {
  const found = find(state.doc.toString(), pos)
  if (found === undefined) return null
  const { from, options, validFor } = found
  return { from, options: options.map(completionOf), ...(validFor === undefined ? {} : { validFor }) }
}

const completionOf = ({ label, detail, closing = '', apply }: CompletedName, place: number): Completion => ({
  label,
  ...(detail === undefined ? {} : { detail }),
  boost: -place / 10,
  apply: apply ?? closingWith(closing, label),
})

const closingWith =
  (closing: string, label: string): NonNullable<Completion['apply']> =>
  (view, _, from, to) => {
    const isClosed = closing !== '' && view.state.sliceDoc(to, to + closing.length) === closing
    view.dispatch({
      changes: { from, to, insert: isClosed ? label : `${label}${closing}` },
      selection: { anchor: from + label.length + closing.length },
      userEvent: 'input.complete',
    })
  }
