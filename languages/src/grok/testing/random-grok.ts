import type { SlowNode } from './slow-grok.ts'

/** Answers a number from 0 to below `limit`. */
type Random = (limit: number) => number

export function createRandom(seed: number): Random {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

const LETTERS = ['a', 'b', 'c', '\n']
const FIELDS = ['x', 'y', 'UNWANTED', undefined, undefined]

interface Made {
  names: number
}

/**
 * Leaves out what differs between Java and JavaScript: captures inside of repetitions, which JavaScript clears, and
 * repetitions of what may be empty.
 */
export function randomGrok(random: Random, depth: number, made: Made = { names: 0 }, isRepeated = false): SlowNode {
  const inner = (repeated = isRepeated) => randomGrok(random, depth - 1, made, repeated)
  const kind = depth === 0 ? random(4) : random(13)
  if (kind < 2) return { kind: 'character', text: LETTERS[random(3)] ?? 'a' }
  if (kind === 2) return { kind: 'class', members: ['ab', 'bc', 'a'][random(3)] ?? 'a', isNegated: random(2) === 0 }
  if (kind === 3) return { kind: 'any' }
  if (kind < 6) return { kind: 'sequence', items: Array.from({ length: 1 + random(3) }, () => inner()) }
  if (kind === 6) return { kind: 'choice', options: Array.from({ length: 2 + random(2) }, () => inner()) }
  if (kind === 7) return { kind: 'atomic', body: inner() }
  if (kind === 8) return { kind: 'look', isNegated: random(2) === 0, body: inner(true) }
  if (kind === 9) return { kind: 'place', source: (['^', '$', '\\b'] as const)[random(3)] ?? '^' }
  if (kind < 12 && !isRepeated) {
    made.names += 1
    const name = `n${made.names}`
    if (random(4) === 0) return { kind: 'named', name, body: inner() }
    return { kind: 'reference', name: name.toUpperCase(), field: FIELDS[random(FIELDS.length)], body: inner() }
  }
  const min = random(3)
  const max = random(2) === 0 ? Number.POSITIVE_INFINITY : min + 1 + random(2)
  const body = inner(true)
  const repeated: SlowNode = canBeEmpty(body) ? { kind: 'any' } : body
  return { kind: 'repeat', body: repeated, min, max, mode: (['', '?', '+'] as const)[random(3)] ?? '' }
}

export const randomText = (random: Random) =>
  Array.from({ length: random(9) }, () => LETTERS[random(LETTERS.length)]).join('')

function canBeEmpty(node: SlowNode): boolean {
  switch (node.kind) {
    case 'sequence':
      return node.items.every(canBeEmpty)
    case 'choice':
      return node.options.some(canBeEmpty)
    case 'atomic':
    case 'named':
    case 'reference':
      return canBeEmpty(node.body)
    case 'repeat':
      return node.min === 0 || canBeEmpty(node.body)
    case 'look':
    case 'place':
      return true
    default:
      return false
  }
}
