/** Tokens that begin with a slash. Whether a slash begins a regular expression depends on the text up to its end. */
import { ExternalTokenizer, type InputStream } from '@lezer/lr'
import { Regex, SlashPattern, SlashWord } from './query-terms.ts'

const SLASH = 47
const BACKSLASH = 92
/** Character code at the end of the text. */
const END = -1
/** The same characters as in the grammar's token `Word`. */
const ENDS_WORD = /[ \t\n\r\v\f\u3000!(){}[\]^"~:]/
const WILD = /[*?]/
const AND_OR = /[&|]/

export const slashTokens = new ExternalTokenizer((input) => {
  if (input.next !== SLASH) return
  // `//` cannot be a regular expression, so all of `//example.com/a/b` is a word.
  const isText = input.peek(1) === SLASH
  const length = isText ? undefined : lengthOfRegex(input)
  if (length === undefined) readWord(input, isText)
  else input.acceptToken(Regex, length)
})

/** Length with both slashes; `undefined` if it never ends. */
function lengthOfRegex(input: InputStream): number | undefined {
  for (let at = 1; ; at++) {
    const char = input.peek(at)
    if (char === END) return undefined
    if (char === SLASH) return at + 1
    if (char === BACKSLASH) at++
  }
}

function readWord(input: InputStream, withSlashes: boolean): void {
  let hasWildcards = false
  for (let char: number = input.advance(); char !== END; char = input.advance()) {
    const text = String.fromCharCode(char)
    if (char === SLASH && !withSlashes) break
    if (ENDS_WORD.test(text)) break
    // Two of them are an operator.
    if (AND_OR.test(text) && AND_OR.test(String.fromCharCode(input.peek(1)))) break
    if (WILD.test(text)) hasWildcards = true
    if (char === BACKSLASH) {
      if (input.peek(1) === END) break
      input.advance()
    }
  }
  input.acceptToken(hasWildcards ? SlashPattern : SlashWord)
}
