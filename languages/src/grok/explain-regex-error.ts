import { JavaRegexError } from '../java-regex/java-regex-error.ts'
import type { ExpandedGrok } from './expand-grok.ts'
import { GrokSyntaxError } from './grok-syntax-error.ts'

/** Says where in the user's own pattern an error lies, which Java's message places in the expanded pattern. */
export function explainRegexError(error: JavaRegexError, pattern: string, expanded: ExpandedGrok): GrokSyntaxError {
  // The error is about the whole pattern, which is not repeated: it may be very long.
  if (error.index < 0) return new GrokSyntaxError(error.reason, 0, pattern.length)
  const inside = expanded.parts.find(({ textFrom, textTo }) => error.index >= textFrom && error.index < textTo)
  if (inside !== undefined) {
    const { name, from, to } = inside.reference
    return new GrokSyntaxError(`${error.reason} in the definition of ${name}`, from, to)
  }
  const index = ownIndex(error.index, expanded)
  const at = Math.max(0, Math.min(index, pattern.length))
  const broken = /^%?\{[^}\s]*\}?/.exec(pattern.slice(Math.max(0, at)))
  if (error.reason === 'Illegal repetition' && broken !== null && pattern.startsWith('%{', at)) {
    const text = broken[0]
    return new GrokSyntaxError(`${text} is not a valid reference to a pattern`, at, at + text.length)
  }
  return new GrokSyntaxError(
    new JavaRegexError(error.reason, pattern, index).message,
    at,
    Math.min(at + 1, pattern.length),
  )
}

function ownIndex(index: number, { parts }: ExpandedGrok): number {
  let own = index
  for (const { reference, textFrom, textTo } of parts) {
    if (textFrom >= index) break
    own -= textTo - textFrom - (reference.to - reference.from)
  }
  return own
}
