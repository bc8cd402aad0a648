/**
 * Values of the field `level`: senders write 3, "3", "err" or "ERROR", and queries find all of them by number and by
 * name. A quoted value is compared as it is written.
 */
import { LEVEL_NAMES, LEVEL_WORDS, levelNumber } from '@logyard/contract/messages/message-levels'
import { compileValueMatcher } from './compile-value-matcher.ts'
import type { Leaf } from './leaf.ts'
import { readNumber } from './number-text.ts'
import type { RangeEnd, RangeNode } from './query-tree.ts'

export const LEVEL_FIELD = 'level'

export interface LevelLeaf {
  /** The same leaf with numbers instead of names. */
  readonly numbers: Leaf
  /** The levels from 0 to 7 that match. */
  readonly accepted: ReadonlySet<number>
  /** The query names a level, so nothing but levels matches. */
  readonly isByName: boolean
}

/** Returns undefined if the leaf is not about levels. */
export function readLevels(leaf: Leaf): LevelLeaf | undefined {
  if (leaf.kind === 'term') {
    const level = levelNumber(leaf.text)
    return level === undefined ? undefined : levelLeaf({ ...leaf, text: String(level) }, true)
  }
  if (leaf.kind !== 'range') return undefined
  const ends = [leaf.lower, leaf.upper].filter((end) => end !== undefined)
  if (ends.every(({ text }) => readNumber(text) !== undefined)) return levelLeaf(leaf, false)
  return ends.every(({ text }) => levelNumber(text) !== undefined) ? levelLeaf(bySeverity(leaf), true) : undefined
}

/** `level:>=warning` means at least as severe, so 4 or less; between two names the order does not matter. */
function bySeverity({ lower, upper, ...leaf }: RangeNode): RangeNode {
  const [one, other] = [upper, lower].map((end) => end && { ...end, text: String(levelNumber(end.text)) })
  const isAscending = one === undefined || other === undefined || one.text <= other.text
  return withEnds(leaf, isAscending ? [one, other] : [other, one])
}

const withEnds = (
  leaf: Omit<RangeNode, 'lower' | 'upper'>,
  [lower, upper]: readonly (RangeEnd | undefined)[],
): RangeNode => ({ ...leaf, ...(lower && { lower }), ...(upper && { upper }) })

function levelLeaf(numbers: Leaf, isByName: boolean): LevelLeaf {
  const { number = () => false } = compileValueMatcher(numbers)
  return { numbers, accepted: new Set([...LEVEL_NAMES.keys()].filter(number)), isByName }
}

/** All spellings of these levels, in lower case. */
export function spellingsOf(levels: ReadonlySet<number>): readonly string[] {
  const words = [...LEVEL_WORDS].flatMap(([word, level]) => (levels.has(level) ? [word] : []))
  return [...words, ...[...levels].map(String)]
}
