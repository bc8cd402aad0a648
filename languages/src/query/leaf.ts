import { type Analyzer, ignoresCase } from './analyzers.ts'
import type { QueryNode } from './query-tree.ts'
import { translateRegex } from './translate-regex.ts'

/** The nodes that match single values: all but groups and existence. */
export type Leaf = Extract<QueryNode, { kind: 'term' | 'phrase' | 'wildcard' | 'regex' | 'fuzzy' | 'range' }>

/** Whether values that consist of these characters may match: they cannot if a pattern needs another one. */
export function mayMatchOnly(leaf: Leaf, characters: RegExp): boolean {
  if (leaf.kind === 'wildcard') {
    return leaf.parts.every((part) => part.kind !== 'literal' || characters.test(part.text))
  }
  if (leaf.kind !== 'regex') return true
  const translated = translateRegex(leaf.pattern)
  return translated.ok && characters.test(translated.needs)
}

/** The leaf for matching words that an analyzer has found. */
export const leafForWords = (leaf: Leaf, analyzer: Analyzer): Leaf => (ignoresCase(analyzer) ? inLowerCase(leaf) : leaf)

/** The leaf for matching a field that ignores case. */
export function inLowerCase(leaf: Leaf): Leaf {
  switch (leaf.kind) {
    case 'term':
    case 'phrase':
    case 'fuzzy':
      return { ...leaf, text: leaf.text.toLowerCase() }
    case 'wildcard':
      return {
        ...leaf,
        parts: leaf.parts.map((part) => (part.kind === 'literal' ? { ...part, text: part.text.toLowerCase() } : part)),
      }
    case 'regex':
      return { ...leaf, pattern: leaf.pattern.toLowerCase() }
    case 'range':
      return {
        ...leaf,
        ...(leaf.lower && { lower: { ...leaf.lower, text: leaf.lower.text.toLowerCase() } }),
        ...(leaf.upper && { upper: { ...leaf.upper, text: leaf.upper.text.toLowerCase() } }),
      }
    default:
      throw leaf satisfies never
  }
}
