/** The query language for the editor: highlighting from the shared grammar. */
import { HighlightStyle, LRLanguage, syntaxHighlighting } from '@codemirror/language'
import { tags } from '@lezer/highlight'
import { queryParser } from '@logyard/languages/query/grammar/query-parser'

export const queryLanguage = LRLanguage.define({ name: 'query', parser: queryParser })

const color = (token: string) => ({ color: `var(--ly-syntax-${token})` })

/** Theme tokens, so that light and dark need no separate style. */
export const queryHighlightStyle = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.logicOperator, ...color('operator'), fontWeight: '600' },
    { tag: [tags.compareOperator, tags.modifier], ...color('operator') },
    { tag: tags.propertyName, ...color('field') },
    { tag: tags.string, ...color('string') },
    { tag: [tags.regexp, tags.special(tags.literal)], ...color('pattern') },
    { tag: tags.number, ...color('number') },
    { tag: [tags.paren, tags.squareBracket, tags.punctuation], ...color('mark') },
    { tag: tags.invalid, color: 'var(--mantine-color-error)' },
  ]),
)
