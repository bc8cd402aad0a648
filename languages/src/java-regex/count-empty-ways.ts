/**
 * In how many ways adjacent parts of an expression match an empty text: `(|)(|)` in four. The engine follows each way
 * when it compiles the expression, before any text is matched.
 */
import type { RegexNode, RegexRepeat } from './java-regex-tree.ts'

/** Repetitions that the engine writes out. */
const MAX_UNROLLED = 3

export function countEmptyWays(root: RegexNode): number {
  let most = 0
  const waysOf = (node: RegexNode): number => {
    switch (node.kind) {
      case 'sequence':
        return waysOfSequence(node.items)
      case 'choice':
        return node.options.reduce((sum, option) => sum + waysOf(option), 0)
      case 'character':
      case 'class':
      case 'text':
        return 0
      case 'place':
        return node.source.split('|').length
      case 'backReference':
        return 1
      case 'group':
        return waysOf(node.body)
      case 'look':
        return Math.max(1, waysOf(node.body))
      case 'repeat':
        return waysOfRepeat(node, waysOf(node.body))
      default:
        return node satisfies never
    }
  }
  const waysOfSequence = (items: readonly RegexNode[]): number => {
    let isEmpty = true
    let adjacent = 1
    for (const item of items) {
      const ways = waysOf(item)
      isEmpty &&= ways > 0
      adjacent = ways > 0 ? adjacent * ways : 1
      most = Math.max(most, adjacent)
    }
    return isEmpty ? adjacent : 0
  }
  return Math.max(waysOf(root), most)
}

function waysOfRepeat({ min, max }: RegexRepeat, ofBody: number): number {
  if (max === 0) return 1
  const unrolled = Math.max(1, max <= MAX_UNROLLED ? max : Math.min(min, MAX_UNROLLED))
  return ofBody ** unrolled + (min === 0 ? 1 : 0)
}
