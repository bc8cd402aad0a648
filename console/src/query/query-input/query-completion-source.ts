/** Completion in the editor: names and operators from the grammar at once, values of fields from the server. */
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
} from '@codemirror/autocomplete'
import { type Extension, Prec } from '@codemirror/state'
import { keymap } from '@codemirror/view'
import { completeQuery, type QueryOption } from '@logyard/languages/query/editor/complete-query'
import { escapeValue } from '@logyard/languages/query/escape-value'
import type { QueryCompletion } from './query-completion.ts'

export interface CompletionTexts {
  readonly notInStreams: string
  readonly count: (count: number) => string
}

interface Source {
  readonly completion: QueryCompletion | undefined
  readonly texts: CompletionTexts
  /** Somebody typed before the fields were there. */
  readonly onTooEarly: () => void
}
type Latest = () => Source

export function queryCompletion(latest: Latest): Extension {
  return [
    autocompletion({
      override: [(context) => complete(context, latest)],
      // Enter runs the query unless something was chosen with the arrows.
      selectOnOpen: false,
      // So a choice needs no time to be meant.
      interactionDelay: 0,
      defaultKeymap: false,
      icons: false,
      maxRenderedOptions: 100,
      activateOnTypingDelay: 30,
    }),
    Prec.highest(keymap.of(completionKeymap)),
  ]
}

async function complete(context: CompletionContext, latest: Latest): Promise<CompletionResult | null> {
  const { completion, texts, onTooEarly } = latest()
  if (completion === undefined) return null
  if (completion.fields.length === 0) onTooEarly()
  const { pos, state, explicit } = context
  const found = completeQuery(state.doc.toString(), pos, completion.fields)
  if (found === undefined) return null
  // An empty field would open its list at every click into it.
  if (!explicit && found.kind === 'options' && found.from === pos && pos === 0) return null
  if (found.kind === 'options') {
    return { from: found.from, to: found.to, filter: false, options: found.options.map((one) => optionOf(one, texts)) }
  }
  const abort = new AbortController()
  context.addEventListener('abort', () => abort.abort())
  try {
    const values = await completion.values(found.field, found.typed, abort.signal)
    if (context.aborted || values.length === 0) return null
    const options = values.map(({ value, count }, place) => ({
      label: value,
      detail: texts.count(count),
      apply: escapeValue(value),
      type: 'value',
      boost: -place,
    }))
    return { from: found.from, to: found.to, filter: false, options }
  } catch {
    // Completing is a help: where it fails, one types on.
    return null
  }
}

function optionOf(option: QueryOption, { notInStreams }: CompletionTexts): Completion {
  const common = { label: option.label, apply: option.insert, type: option.kind }
  if (option.kind === 'operator') return common
  const { type, isInStreams } = option.field
  return { ...common, detail: isInStreams ? type : `${type} ${notInStreams}` }
}
