/** Completion in the editor, and the documentation of functions beside it and on hover. */

import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeCompletion,
  completionKeymap,
  selectedCompletion,
  snippet,
} from '@codemirror/autocomplete'
import { type Extension, Prec } from '@codemirror/state'
import { type EditorView, hoverTooltip, keymap, type Tooltip } from '@codemirror/view'
import type { FunctionDescriptor } from '@logyard/contract/pipelines/rule-functions'
import { completeSource, type SourceOption, type SourceOptions } from './complete-source.ts'
import type { EditedSource } from './edited-source.ts'
import classes from './function-card.module.css'
import { signatureOf } from './rule-signature.ts'

type Latest = () => Pick<EditedSource, 'language' | 'completion'>

const RANKS: Readonly<Record<SourceOption['kind'], number>> = {
  snippet: 9,
  parameter: 5,
  variable: 4,
  field: 0,
  rule: 0,
  function: 0,
  keyword: -2,
}

export const sourceCompletion = (latest: Latest): Extension => [
  autocompletion({
    override: [(context) => complete(context, latest)],
    defaultKeymap: false,
    icons: false,
    interactionDelay: 0,
    maxRenderedOptions: 200,
    activateOnTypingDelay: 30,
    // The dot of $message and the quote of a field name begin something to complete.
    activateOnCompletion: ({ label }) => label === '$message',
  }),
  Prec.highest(
    keymap.of([{ key: 'Enter', run: leaveFinishedWord }, ...completionKeymap, { key: 'Tab', run: acceptCompletion }]),
  ),
  hoverTooltip((view, position) => hovered(view, position, latest)),
]

function complete(context: CompletionContext, latest: Latest): CompletionResult | null {
  const { pos, state, explicit } = context
  const { language, completion } = latest()
  const found = completeSource(language, state.doc.toString(), pos, completion)
  if (found === undefined) return null
  if (!explicit && found.from === pos && !opensSomething(state.sliceDoc(0, pos), found)) return null
  return { from: found.from, options: found.options.map(optionOf), validFor: /^[\w$`.:@-]*$/ }
}

/** A quote opens a text only before the text; behind it, the list would take the Enter of the next line. */
function opensSomething(source: string, { inText }: SourceOptions): boolean {
  return source.endsWith('"') ? inText : /[.(]$/.test(source)
}

/** Enter behind a finished word begins a new line, where it would only insert the word again. */
function leaveFinishedWord(view: EditorView): boolean {
  const { state } = view
  const selected = selectedCompletion(state)
  const inserted = selected?.apply ?? selected?.label
  if (typeof inserted !== 'string') return false
  const { head } = state.selection.main
  const typed = state.sliceDoc(Math.max(0, head - inserted.length - 1), head)
  if (typed.endsWith(inserted) && !/^[\w"`]/.test(typed.slice(0, -inserted.length))) closeCompletion(view)
  return false
}

function optionOf(option: SourceOption): Completion {
  const { kind, label, detail, insert, template, function: described } = option
  return {
    label,
    type: kind,
    boost: RANKS[kind],
    ...(detail === undefined ? {} : { detail }),
    ...(template === undefined ? {} : { apply: snippet(template) }),
    ...(insert === undefined ? {} : { apply: insert }),
    ...(described === undefined ? {} : { info: () => functionCard(described) }),
  }
}

/** The documentation of the function under the pointer. */
function hovered(view: EditorView, position: number, latest: Latest): Tooltip | null {
  const word = view.state.wordAt(position)
  if (word === null) return null
  const name = view.state.sliceDoc(word.from, word.to)
  const described = latest().completion.functions.find((one) => one.name === name)
  if (described === undefined || !/^\s*\(/.test(view.state.sliceDoc(word.to, word.to + 10))) return null
  return { pos: word.from, end: word.to, above: true, create: () => ({ dom: functionCard(described) }) }
}

/** The documentation of a function, for places that the editor renders. */
function functionCard(one: FunctionDescriptor): HTMLElement {
  const card = document.createElement('div')
  card.className = classes['card'] ?? ''
  card.translate = false
  const add = (name: string, text: string) => {
    const line = document.createElement('div')
    line.className = classes[name] ?? ''
    line.textContent = text
    card.append(line)
  }
  add('signature', signatureOf(one))
  add('text', one.deprecated ?? one.description ?? '')
  for (const { name, description } of one.params) {
    if (description !== null && description !== '') add('param', `${name}: ${description}`)
  }
  if (one.example.source !== '') add('example', `${one.example.source}\n→ ${one.example.result}`)
  return card
}
