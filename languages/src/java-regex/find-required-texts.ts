import type { RegexNode } from './java-regex-tree.ts'

const MAX_TEXTS = 3

interface Walk {
  readonly texts: string[]
  current: string
}

/**
 * Texts that every match contains, one behind the other. A text without them is rejected much faster by looking for
 * them than by the expression.
 */
export function findRequiredTexts(root: RegexNode): readonly string[] {
  const walk: Walk = { texts: [], current: '' }
  visit(walk, root)
  end(walk)
  // Long texts are rare, so they reject the most.
  const longest = walk.texts.toSorted((a, b) => b.length - a.length).slice(0, MAX_TEXTS)
  const chosen = new Set(longest)
  const shortest = longest.at(-1)?.length ?? 0
  return walk.texts.filter((text) => chosen.has(text) && text.length >= shortest).slice(0, MAX_TEXTS)
}

export function containsInOrder(text: string, required: readonly string[]): boolean {
  let from = 0
  for (const part of required) {
    const at = text.indexOf(part, from)
    if (at === -1) return false
    from = at + part.length
  }
  return true
}

function visit(walk: Walk, node: RegexNode): void {
  switch (node.kind) {
    case 'sequence':
      for (const item of node.items) visit(walk, item)
      return
    case 'group':
      visit(walk, node.body)
      return
    case 'character':
      if (node.caseless === 'no') walk.current += String.fromCodePoint(node.codePoint)
      else end(walk)
      return
    case 'repeat':
      if (node.min === 0) end(walk)
      else {
        visit(walk, node.body)
        if (node.max > 1) end(walk)
      }
      return
    case 'place':
    case 'look':
      // Consumes nothing, so the texts around it are adjacent.
      return
    case 'choice':
    case 'class':
    case 'text':
    case 'backReference':
      end(walk)
      return
    default:
      node satisfies never
  }
}

function end(walk: Walk): void {
  if (walk.current !== '') walk.texts.push(walk.current)
  walk.current = ''
}
