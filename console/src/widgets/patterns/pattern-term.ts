import { FIELD } from '@logyard/contract/messages/message-fields'
import type { Pattern } from '@logyard/contract/search/patterns'
import type { PatternOrder } from '../../view-document/model/patterns-widget.ts'

/** Matches exactly the messages of the pattern. */
export const termOf = ({ hashes }: Pattern): string =>
  `${FIELD.pattern}:${hashes.length === 1 ? hashes[0] : `(${hashes.join(' OR ')})`}`

export const PATTERN_COMPARISONS: Readonly<Record<PatternOrder, (a: Pattern, b: Pattern) => number>> = {
  frequent: (a, b) => b.count - a.count,
  rare: (a, b) => a.count - b.count,
  new: (a, b) => (b.first_seen ?? '').localeCompare(a.first_seen ?? ''),
}
