/** Completion in the editor: names and operators from the grammar at once, values of fields from the server. */
import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
  completionStatus,
  moveCompletionSelection,
  selectedCompletionIndex,
} from '@codemirror/autocomplete'
import { type Extension, Prec } from '@codemirror/state'
import { type EditorView, keymap } from '@codemirror/view'
import { completeQuery, type QueryOption } from '@logyard/languages/query/editor/complete-query'
import { escapeValue } from '@logyard/languages/query/escape-value'
import type { StepCompletion } from '@logyard/languages/query-steps/complete-steps'
import type { QueryCompletion } from './query-input-props.ts'

interface CompletionTexts {
  readonly notInStreams: string
  readonly count: (count: number) => string
}

export interface CompletionSource {
  readonly completion: QueryCompletion | undefined
  readonly texts: CompletionTexts
  /** Called if the user types before the fields are loaded. */
  readonly onTooEarly: () => void
}
type Latest = () => CompletionSource

export function queryCompletion(latest: Latest): Extension {
  return [
    autocompletion({
      override: [(context) => complete(context, latest)],
      // Enter runs the query unless an option was selected with the arrow keys.
      selectOnOpen: false,
      // The delay guards against accidental selection, which the line above already prevents.
      interactionDelay: 0,
      defaultKeymap: false,
      icons: false,
      maxRenderedOptions: 100,
      activateOnTypingDelay: 30,
    }),
    Prec.highest(keymap.of([...completionKeymap, { key: 'Tab', run: acceptFirst }])),
  ]
}

/** Accepts the selected option, or else the first one. Without a list, Tab leaves the field. */
function acceptFirst(view: EditorView): boolean {
  if (completionStatus(view.state) !== 'active') return false
  if (selectedCompletionIndex(view.state) === null) moveCompletionSelection(true)(view)
  return acceptCompletion(view)
}

async function complete(context: CompletionContext, latest: Latest): Promise<CompletionResult | null> {
  const { completion, texts, onTooEarly } = latest()
  if (completion === undefined) return null
  if (completion.fields.length === 0) onTooEarly()
  const { pos, state, explicit } = context
  const text = state.doc.toString()
  if (completion.steps !== undefined && text.includes('|')) {
    const inSteps = await completion.steps(text, pos)
    if (inSteps !== 'query') return inSteps === undefined ? null : stepResult(inSteps)
  }
  const found = completeQuery(text, pos, completion.fields)
  if (found === undefined) return null
  // Otherwise each click into an empty field would open the list.
  if (!explicit && found.kind === 'options' && found.from === pos && pos === 0) return null
  if (found.kind === 'options') {
    return { from: found.from, to: found.to, filter: false, options: found.options.map((one) => optionOf(one, texts)) }
  }
  const abort = new AbortController()
  context.addEventListener('abort', () => abort.abort())
  try {
    const values = await completion.values(found.field, found.typed, abort.signal)
    const stored = values.filter(({ value }) => !found.names.includes(value))
    if (context.aborted || (stored.length === 0 && found.names.length === 0)) return null
    const options: Completion[] = [
      ...found.names.map((label) => ({ label, type: 'value' })),
      ...stored.map(({ value, count }) => ({
        label: value,
        detail: texts.count(count),
        apply: escapeValue(value),
        type: 'value',
      })),
    ].map((option, place) => ({ ...option, boost: -place }))
    return { from: found.from, to: found.to, filter: false, options }
  } catch {
    // Completion is optional: if it fails, the user can still type.
    return null
  }
}

const stepResult = ({ from, to, options }: StepCompletion): CompletionResult => ({
  from,
  to,
  filter: false,
  options: options.map(({ label, insert, kind, detail }) => ({
    label,
    apply: insert,
    type: kind,
    ...(detail === undefined ? {} : { detail }),
  })),
})

function optionOf(option: QueryOption, { notInStreams }: CompletionTexts): Completion {
  const common = { label: option.label, apply: option.insert, type: option.kind }
  if (option.kind === 'operator') return common
  const { type, isInStreams } = option.field
  return { ...common, detail: isInStreams ? type : `${type} ${notInStreams}` }
}
