import { cannotBacktrack } from './cannot-backtrack.ts'
import { emitRange } from './emit-range.ts'
import { JavaRegexError } from './java-regex-error.ts'
import type { Caseless, CharacterSet, JavaRegex, RegexGroup, RegexNode, RegexRepeat } from './java-regex-tree.ts'
import { mergeRepeats } from './merge-repeats.ts'

/** A JavaScript expression for the flag `v`, without any other flag. */
export interface EmittedRegex {
  readonly source: string
  /** Numbers of groups in Java to their numbers in JavaScript, of groups that capture. */
  readonly groups: ReadonlyMap<number, number>
}

interface EmitOptions {
  readonly isWanted: (group: number) => boolean
  /** Keeps the names of groups, which makes matches slower. */
  readonly isNamed?: boolean
  /** Whether only the first match is looked for. */
  readonly findsOne: boolean
}

interface Emitter {
  readonly pattern: string
  readonly isWanted: (group: number) => boolean
  readonly names: ReadonlyMap<number, string>
  readonly isReferenced: (group: number) => boolean
  readonly groups: Map<number, number>
  groupCount: number
  isInLookBehind: boolean
}

/**
 * JavaScript has neither atomic groups nor possessive quantifiers: a lookahead, which never gives back what it has
 * matched, captures the text, and a back reference consumes it. Groups that are not wanted do not capture, which is
 * faster. One difference remains: JavaScript clears a group at each repetition, Java keeps its last text.
 */
export function emitJavaRegex(regex: JavaRegex, { isWanted, isNamed = false, findsOne }: EmitOptions): EmittedRegex {
  const names = new Map(isNamed ? Array.from(regex.groupNames, ([name, group]) => [group, name]) : [])
  const emitter: Emitter = {
    pattern: regex.pattern,
    isWanted: (group) => isWanted(group) || regex.referenced.has(group),
    isReferenced: (group) => regex.referenced.has(group),
    names,
    groups: new Map(),
    groupCount: 0,
    isInLookBehind: false,
  }
  const source = emitItem(emitter, regex.root)
  const repeated = findsOne ? leadingRun(regex.root, emitter) : undefined
  return { source: repeated === undefined ? source : `(?<!${repeated})${source}`, groups: emitter.groups }
}

/**
 * The class of an expression that begins with `.*`, `\S+` or the like. The first match cannot begin behind a character of
 * the class, because it would have begun at that character. To say so saves quadratic time where nothing matches. It is
 * wrong for the second match, which begins where the first one ends.
 */
function leadingRun(node: RegexNode, emitter: Emitter): string | undefined {
  if (node.kind === 'sequence') return node.items[0] && leadingRun(node.items[0], emitter)
  if (node.kind === 'group') {
    // A back reference to the group would depend on where the group begins.
    const isReferenced = node.capture !== undefined && emitter.isReferenced(node.capture)
    return node.isAtomic || isReferenced ? undefined : leadingRun(node.body, emitter)
  }
  if (node.kind !== 'repeat' || node.max !== Number.POSITIVE_INFINITY || node.body.kind !== 'class') return undefined
  return emit(emitter, node.body)
}

function emit(emitter: Emitter, node: RegexNode): string {
  switch (node.kind) {
    case 'sequence':
      return node.items.map((item) => emitItem(emitter, item)).join('')
    case 'choice':
      return node.options.map((option) => emit(emitter, option)).join('|')
    case 'character':
      return emitCharacter(node.codePoint, node.caseless)
    case 'class':
      return node.caseless === 'unicode' ? `(?i:${emitSet(node.set, 'no')})` : emitSet(node.set, node.caseless)
    case 'place':
    case 'text':
      return node.source
    case 'group':
      return emitGroup(emitter, node)
    case 'look':
      return emitLook(emitter, node)
    case 'repeat':
      return emitRepeat(emitter, node)
    case 'backReference': {
      const reference = `\\${emitter.groups.get(node.group) ?? 0}(?:)`
      return node.caseless === 'no' ? reference : `(?i:${reference})`
    }
    default:
      return node satisfies never
  }
}

const emitItem = (emitter: Emitter, node: RegexNode) =>
  node.kind === 'choice' ? `(?:${emit(emitter, node)})` : emit(emitter, node)

function emitGroup(emitter: Emitter, { capture, isAtomic, body }: RegexGroup): string {
  if (isAtomic) return emitAtomic(emitter, body)
  if (capture === undefined || !emitter.isWanted(capture)) return `(?:${emit(emitter, body)})`
  emitter.groupCount += 1
  emitter.groups.set(capture, emitter.groupCount)
  const name = emitter.names.get(capture)
  return `(${name === undefined ? '' : `?<${name}>`}${emit(emitter, body)})`
}

function emitAtomic(emitter: Emitter, body: RegexNode): string {
  if (cannotBacktrack(body)) return `(?:${emit(emitter, body)})`
  if (emitter.isInLookBehind) {
    const reason = 'Atomic groups and possessive quantifiers inside a look-behind are not supported'
    throw new JavaRegexError(reason, emitter.pattern, -1)
  }
  emitter.groupCount += 1
  const number = emitter.groupCount
  return `(?:(?=(${emit(emitter, body)}))\\${number})`
}

function emitLook(emitter: Emitter, { isAhead, isNegated, body }: Extract<RegexNode, { kind: 'look' }>): string {
  const outer = emitter.isInLookBehind
  emitter.isInLookBehind = !isAhead
  const inner = emit(emitter, body)
  emitter.isInLookBehind = outer
  return `(?${isAhead ? '' : '<'}${isNegated ? '!' : '='}${inner})`
}

function emitRepeat(emitter: Emitter, { body: given, min, max, mode }: RegexRepeat): string {
  if (mode === 'possessive') return emitAtomic(emitter, { kind: 'repeat', body: given, min, max, mode: 'greedy' })
  const isEndless = mode === 'greedy' && min <= 1 && max === Number.POSITIVE_INFINITY
  const body = isEndless ? mergeRepeats(given, (node) => isPlainGroup(emitter, node)) : given
  const inner = emit(emitter, body)
  const isOne =
    body.kind === 'group' || ((body.kind === 'character' || body.kind === 'class') && body.caseless !== 'unicode')
  return `${isOne ? inner : `(?:${inner})`}${quantifier(min, max)}${mode === 'lazy' ? '?' : ''}`
}

const isPlainGroup = (emitter: Emitter, node: RegexNode) =>
  node.kind === 'group' && !node.isAtomic && (node.capture === undefined || !emitter.isWanted(node.capture))

function quantifier(min: number, max: number): string {
  if (max === Number.POSITIVE_INFINITY) return min === 0 ? '*' : min === 1 ? '+' : `{${min},}`
  if (min === max) return `{${min}}`
  return min === 0 && max === 1 ? '?' : `{${min},${max}}`
}

function emitCharacter(codePoint: number, caseless: Caseless): string {
  if (caseless === 'unicode') return `(?i:${escapeCodePoint(codePoint)})`
  const other = caseless === 'ascii' ? otherCase(codePoint) : undefined
  if (other === undefined) return escapeCodePoint(codePoint)
  return `[${escapeCodePoint(codePoint)}${escapeCodePoint(other)}]`
}

function otherCase(codePoint: number): number | undefined {
  if (codePoint >= 65 && codePoint <= 90) return codePoint + 32
  return codePoint >= 97 && codePoint <= 122 ? codePoint - 32 : undefined
}

/** Inside and outside of classes: everything but letters, digits and other harmless characters is escaped. */
function escapeCodePoint(codePoint: number): string {
  const character = String.fromCodePoint(codePoint)
  if (/[\w "']/.test(character)) return character
  if (codePoint > 0xffff) return `\\u{${codePoint.toString(16)}}`
  if (codePoint > 0x7e || codePoint < 0x20) return `\\u${codePoint.toString(16).padStart(4, '0')}`
  return /[\^$\\.*+?()[\]{}|/]/.test(character) ? `\\${character}` : `\\x${codePoint.toString(16)}`
}

function emitSet(set: CharacterSet, caseless: Caseless): string {
  switch (set.kind) {
    case 'range':
      return `[${emitRange(set, caseless, escapeCodePoint)}]`
    case 'source':
      return `[${set.isNegated ? '^' : ''}${set.source}]`
    case 'union':
      return `[${set.isNegated ? '^' : ''}${set.members.map((member) => emitMember(member, caseless)).join('')}]`
    case 'intersection':
      return `[${set.isNegated ? '^' : ''}${set.operands.map((operand) => emitSet(operand, caseless)).join('&&')}]`
    default:
      return set satisfies never
  }
}

function emitMember(set: CharacterSet, caseless: Caseless): string {
  if (set.kind === 'range') return emitRange(set, caseless, escapeCodePoint)
  return set.kind === 'source' && !set.isNegated ? set.source : emitSet(set, caseless)
}
