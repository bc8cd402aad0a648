import { ExternalTokenizer } from '@lezer/lr'
import { Ignored } from './rules-terms.ts'

/** The text behind a rule, up to the end of the source. */
export const ignoredText = new ExternalTokenizer((input) => {
  if (input.next < 0) return
  while (input.next >= 0) input.advance()
  input.acceptToken(Ignored)
})
