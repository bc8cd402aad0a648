/** Colours the steps of a query; the grammar of the query colours only what is before them. */
import { type Extension, Prec, RangeSetBuilder } from '@codemirror/state'
import { Decoration, type DecorationSet, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { splitSteps } from '@logyard/languages/query-steps/split-steps'
import { isFunctionName } from '@logyard/languages/query-steps/step-functions'
import { RESERVED, type StepToken, stepTokens } from '@logyard/languages/query-steps/step-tokens'
import { AGGREGATE_NAMES } from '@logyard/languages/query-steps/step-tree'

const mark = (token: string, isStrong = false) =>
  Decoration.mark({ attributes: { style: `color: var(--ly-syntax-${token})${isStrong ? '; font-weight: 600' : ''}` } })

const MARKS = {
  step: mark('operator', true),
  word: mark('operator', true),
  function: mark('field'),
  name: Decoration.mark({ attributes: { style: 'color: var(--mantine-color-text)' } }),
  text: mark('string'),
  number: mark('number'),
  sign: mark('mark'),
}

function kindOf(token: StepToken, before: StepToken | undefined): keyof typeof MARKS {
  if (token.kind === 'text') return 'text'
  if (token.kind === 'number' || token.kind === 'duration') return 'number'
  if (token.kind !== 'name') return 'sign'
  if (before?.kind === 'sign' && before.text === '|') return 'step'
  const name = token.text.toLowerCase()
  if (token.isQuoted) return 'name'
  if (RESERVED.has(name)) return 'word'
  return isFunctionName(name) || AGGREGATE_NAMES.some((one) => one === name) ? 'function' : 'name'
}

function decorationsOf(text: string): DecorationSet {
  const { stepsFrom } = splitSteps(text)
  if (stepsFrom === undefined) return Decoration.none
  const builder = new RangeSetBuilder<Decoration>()
  const tokens = stepTokens(text, stepsFrom).slice(0, -1)
  for (const [at, token] of tokens.entries()) builder.add(token.from, token.to, MARKS[kindOf(token, tokens[at - 1])])
  return builder.finish()
}

/** The innermost mark decides the colour, and that of the lowest precedence is innermost. */
export const stepHighlighting: Extension = Prec.lowest(
  ViewPlugin.define(
    (view) => ({
      decorations: decorationsOf(view.state.doc.toString()),
      update(this: { decorations: DecorationSet }, update: ViewUpdate) {
        if (update.docChanged) this.decorations = decorationsOf(update.state.doc.toString())
      },
    }),
    { decorations: ({ decorations }) => decorations },
  ),
)
