/** A name for a variable part, from the words beside it: `took * ms` gives `took_ms`. */
import { MAX_PATTERN_FIELD_NAME } from '@logyard/contract/fields/pattern-fields'

const UNIT = /^\s*(ns|us|ms|s|sec|secs|seconds|min|minutes|hours|bytes|[kmgt]i?b|percent)\b/i
/** Words that say nothing about what follows them. */
const FILLERS = new Set(['a', 'an', 'the', 'is', 'was', 'of', 'for', 'to', 'in', 'at', 'by', 'from', 'on', 'with'])

export function suggestName(text: string, position: number): string {
  const words = text.slice(0, position).match(/[A-Za-z][A-Za-z0-9]*/g) ?? []
  const near = words.findLast((word) => !FILLERS.has(word.toLowerCase())) ?? words.at(-1) ?? 'value'
  const unit = UNIT.exec(text.slice(position + 1))?.[1]
  return [near, ...(unit === undefined ? [] : [unit])].join('_').toLowerCase().slice(0, MAX_PATTERN_FIELD_NAME)
}
