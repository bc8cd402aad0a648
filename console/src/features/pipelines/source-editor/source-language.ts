/** Highlighting, indentation and brackets, from the shared grammar of rules and pipelines. */
import { HighlightStyle, type IndentContext, indentService, LRLanguage, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { tags } from '@lezer/highlight'
import { rulesParser } from '@logyard/languages/rules/grammar/rules-parser'

const color = (token: string) => ({ color: `var(--ly-syntax-${token})` })

/** Theme tokens, so that light and dark need no separate style. */
const highlighting = syntaxHighlighting(
  HighlightStyle.define([
    { tag: [tags.keyword, tags.operatorKeyword], ...color('operator'), fontWeight: '600' },
    { tag: tags.operator, ...color('operator') },
    { tag: tags.function(tags.variableName), color: 'var(--ly-accent-text)', fontWeight: '600' },
    { tag: [tags.propertyName, tags.special(tags.variableName)], ...color('field') },
    { tag: tags.labelName, ...color('mark') },
    { tag: [tags.string, tags.character, tags.heading], ...color('string') },
    { tag: [tags.number, tags.bool], ...color('number') },
    {
      tag: [tags.comment, tags.lineComment, tags.blockComment],
      color: 'var(--mantine-color-dimmed)',
      fontStyle: 'italic',
    },
    { tag: [tags.paren, tags.squareBracket, tags.brace, tags.punctuation], ...color('mark') },
  ]),
)

const UNIT = 2

/** Conditions and actions are indented below their keyword; other lines are like the line before them. */
function indentation(context: IndentContext, position: number): number {
  if (/^\s*(when|then|end|stage)\b/i.test(context.textAfterPos(position))) return 0
  const before = context.lineAt(position, -1)
  const { number } = context.state.doc.lineAt(position)
  // At the start of a line the one above counts; within a line, where Enter breaks it, its first part.
  const above = before.from < position || number === 1 ? before.text : context.state.doc.line(number - 1).text
  if (/^\s*(when|then)\s*$|^\s*stage\b/i.test(above)) return UNIT
  return /^\s*/.exec(above)?.[0].length ?? 0
}

const language = (name: string, top: string): Extension => [
  LRLanguage.define({
    name,
    parser: rulesParser.configure({ top }),
    languageData: {
      commentTokens: { line: '//', block: { open: '/*', close: '*/' } },
      indentOnInput: /^\s*(when|then|end|stage)$/i,
    },
  }),
  highlighting,
  indentService.of(indentation),
]

export const sourceLanguages: Readonly<Record<'rule' | 'pipeline', Extension>> = {
  rule: language('rule', 'RuleSource'),
  pipeline: language('pipeline', 'PipelineSource'),
}
