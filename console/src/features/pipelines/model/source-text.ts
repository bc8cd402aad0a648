/** Sources of rules and pipelines, as texts and tokens, also while they do not parse. */
import { RESERVED_WORDS } from '@logyard/languages/rules/grammar/rule-words'
import { writeLiteral } from '@logyard/languages/rules/syntax/write-literal'

/** As a field, a parameter or a key they need backticks. */
const RESERVED = new Set(RESERVED_WORDS)

/** The name of a field behind `$message.`. */
export function fieldName(name: string): string {
  if (/^[A-Za-z_]\w*$/.test(name) && !RESERVED.has(name.toLowerCase())) return name
  return name.includes('`') ? writeLiteral(name) : `\`${name}\``
}

/** Whether the source has comments, which are lost when it is written again from what it says. */
export const hasComments = (source: string): boolean => sourceTokens(source).some(isComment)

export interface SourceToken {
  readonly text: string
  readonly from: number
}

export const isComment = ({ text }: SourceToken): boolean => /^\/[/*]/.test(text)

// Texts and comments that are not closed reach to the end of the source.
const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|'(?:[^'\\]|\\.)*'?|`[^`]*`?|\$message\b|[A-Za-z_]\w*|[-+]?(?:\d[\w.]*|\.\d\w*)|[=!<>]=|&&|\|\||\S/g

/** The tokens of a source, comments among them. Never throws: each character that fits no token is one. */
export const sourceTokens = (source: string): readonly SourceToken[] =>
  Array.from(source.matchAll(TOKEN), ({ 0: text, index }) => ({ text, from: index }))
