import type { RegexNode } from './java-regex-tree.ts'

/** Whether an expression matches in at most one way, so that it is atomic by itself. */
export function cannotBacktrack(node: RegexNode): boolean {
  switch (node.kind) {
    case 'sequence':
      return node.items.every(cannotBacktrack)
    case 'choice':
    case 'text':
      return false
    case 'character':
    case 'class':
    case 'place':
    case 'backReference':
    case 'look':
      return true
    case 'group':
      return node.isAtomic || cannotBacktrack(node.body)
    case 'repeat':
      return node.mode === 'possessive' || (node.min === node.max && cannotBacktrack(node.body))
    default:
      return node satisfies never
  }
}
