/**
 * Java's regular expressions in the syntax of RE2, which takes linear time. What RE2 does not have is refused, or left out
 * where a stored grok pattern has it.
 */

import { emitRange } from '../java-regex/emit-range.ts'
import { JavaRegexError } from '../java-regex/java-regex-error.ts'
import type { Caseless, CharacterSet, JavaRegex, RegexNode, RegexRepeat } from '../java-regex/java-regex-tree.ts'

export interface LinearRegex {
  /** Only the wanted groups capture, in their order. */
  readonly re2: string
  /** The numbers of the wanted groups in the pattern, in their order. */
  readonly groups: readonly number[]
}

/** What RE2 refuses more of. */
const MAX_COPIES = 1000
/** Characters of an expression. The largest grok patterns that come with Logyard have a tenth. */
export const MAX_STEP_PATTERN = 50_000

interface Emitter {
  readonly regex: JavaRegex
  readonly isWanted: (group: number) => boolean
  /** Look-around is left out, and groups that never give back are ordinary ones. */
  readonly isLenient: boolean
  readonly groups: number[]
}

/** Throws a `JavaRegexError`. */
export function linearRegex(
  regex: JavaRegex,
  { isWanted, isLenient }: Pick<Emitter, 'isWanted' | 'isLenient'>,
): LinearRegex {
  const emitter: Emitter = { regex, isWanted, isLenient, groups: [] }
  const re2 = emit(emitter, regex.root, 1)
  if (re2.length > MAX_STEP_PATTERN) throw problem(emitter, 'The expression is too long')
  return { re2, groups: emitter.groups }
}

const problem = ({ regex }: Pick<Emitter, 'regex'>, reason: string) => new JavaRegexError(reason, regex.pattern, -1)

/** `copies` is how often the part is repeated by counts around it. */
function emit(emitter: Emitter, node: RegexNode, copies: number): string {
  switch (node.kind) {
    case 'sequence':
      return node.items.map((item) => emitItem(emitter, item, copies)).join('')
    case 'choice':
      return node.options.map((option) => emit(emitter, option, copies)).join('|')
    case 'character':
      return emitCharacter(node.codePoint, node.caseless)
    case 'class': {
      const set = emitSet(emitter, node.set, node.caseless)
      return node.caseless === 'unicode' ? `(?i:${set})` : set
    }
    case 'place':
      return emitPlace(emitter, node.source)
    case 'text':
      return '(?:\\x{d}\\x{a}|[\\x{a}-\\x{d}\\x{85}\\x{2028}\\x{2029}])'
    case 'group': {
      if (node.isAtomic && !emitter.isLenient)
        throw problem(emitter, 'Groups that never give back, (?>, are not possible')
      const isWanted = node.capture !== undefined && emitter.isWanted(node.capture)
      if (isWanted && node.capture !== undefined) emitter.groups.push(node.capture)
      return `(${isWanted ? '' : '?:'}${emit(emitter, node.body, copies)})`
    }
    case 'look':
      if (!emitter.isLenient) throw problem(emitter, 'Look-around such as (?= and (?<! is not possible')
      return ''
    case 'repeat':
      return emitRepeat(emitter, node, copies)
    case 'backReference':
      throw problem(emitter, 'References to groups, such as \\1, are not possible')
    default:
      return node satisfies never
  }
}

const emitItem = (emitter: Emitter, node: RegexNode, copies: number): string =>
  node.kind === 'choice' ? `(?:${emit(emitter, node, copies)})` : emit(emitter, node, copies)

/** `$` is the end of the text only. */
function emitPlace(emitter: Emitter, source: string): string {
  if (source === '^') return '\\A'
  if (source === '\\b' || source === '\\B') return source
  // The end of the text, also before a last line break.
  if (source === '(?![^])' || source.startsWith('(?:$|')) return '\\z'
  throw problem(emitter, 'Lines of their own, as with (?m), are not possible')
}

function emitRepeat(emitter: Emitter, { body, min, max, mode }: RegexRepeat, copies: number): string {
  if (mode === 'possessive' && !emitter.isLenient)
    throw problem(emitter, 'Quantifiers that never give back, such as *+, are not possible')
  const most = Math.max(1, Number.isFinite(max) ? max : min)
  if (copies * most > MAX_COPIES) throw problem(emitter, `A part is repeated more than ${MAX_COPIES} times`)
  const inner = emit(emitter, body, copies * most)
  // A place that is left out cannot be repeated.
  if (inner === '') return ''
  return `(?:${inner})${quantifier(min, max)}${mode === 'lazy' ? '?' : ''}`
}

function quantifier(min: number, max: number): string {
  if (!Number.isFinite(max)) return min === 0 ? '*' : min === 1 ? '+' : `{${min},}`
  return min === 0 && max === 1 ? '?' : `{${min},${max}}`
}

const escaped = (codePoint: number): string => {
  const character = String.fromCodePoint(codePoint)
  return /[A-Za-z0-9_]/.test(character) ? character : `\\x{${codePoint.toString(16)}}`
}

function emitCharacter(codePoint: number, caseless: Caseless): string {
  if (caseless === 'unicode') return `(?i:${escaped(codePoint)})`
  const other = caseless === 'ascii' ? otherCase(codePoint) : undefined
  return other === undefined ? escaped(codePoint) : `[${escaped(codePoint)}${escaped(other)}]`
}

function otherCase(codePoint: number): number | undefined {
  if (codePoint >= 65 && codePoint <= 90) return codePoint + 32
  return codePoint >= 97 && codePoint <= 122 ? codePoint - 32 : undefined
}

const NOTHING_EXCLUDED = '(?s:.)'

function emitSet(emitter: Emitter, set: CharacterSet, caseless: Caseless): string {
  switch (set.kind) {
    case 'range':
      return `[${emitRange(set, caseless, escaped)}]`
    case 'source': {
      const inner = classSource(emitter, set.source)
      return set.isNegated && inner === '' ? NOTHING_EXCLUDED : `[${set.isNegated ? '^' : ''}${inner}]`
    }
    case 'union':
      return emitUnion(emitter, set, caseless)
    case 'intersection':
      throw problem(emitter, 'Intersections of character classes, &&, are not possible')
    default:
      return set satisfies never
  }
}

/** RE2 has no classes within classes: those that exclude characters become alternatives. */
function emitUnion(emitter: Emitter, set: Extract<CharacterSet, { kind: 'union' }>, caseless: Caseless): string {
  const plain: string[] = []
  const others: string[] = []
  for (const member of set.members) {
    if (member.kind === 'range') plain.push(emitRange(member, caseless, escaped))
    else if (member.kind === 'source' && !member.isNegated) plain.push(classSource(emitter, member.source))
    else others.push(emitSet(emitter, member, caseless))
  }
  const inner = plain.join('')
  if (others.length === 0) return `[${set.isNegated ? '^' : ''}${inner}]`
  if (set.isNegated) throw problem(emitter, 'A class within a class that excludes characters is not possible')
  return `(?:${[...(inner === '' ? [] : [`[${inner}]`]), ...others].join('|')})`
}

/** General categories, and names that both RE2 and JavaScript know. */
const CATEGORY = /^(?:[CLMNPSZ][a-z]?|Any)$/

/** The inner part of a JavaScript class. */
function classSource(emitter: Emitter, source: string): string {
  return source
    .replaceAll(/\\u([0-9a-fA-F]{4})/g, '\\x{$1}')
    .replaceAll(/\\x([0-9a-fA-F]{2})/g, '\\x{$1}')
    .replaceAll(/\\([pP])\{([^}]*)\}/g, (_, sign: string, name: string) => {
      const script = /^Script=(\w+)$/.exec(name)?.[1]
      if (script === undefined && !CATEGORY.test(name)) throw problem(emitter, `The property ${name} is not possible`)
      return `\\${sign}{${script ?? name}}`
    })
}
