import { LINE_ENDS } from './character-properties.ts'
import { countEmptyWays } from './count-empty-ways.ts'
import type { JavaRegex, RegexNode, RepeatMode } from './java-regex-tree.ts'
import { parseCharacterClass } from './parse-character-class.ts'
import { parseCharacterEscape, parseClassEscape } from './parse-escape.ts'
import { parseGroup } from './parse-group.ts'
import {
  accept,
  caselessOf,
  type Flags,
  isAhead,
  peek,
  problem,
  type RegexSource,
  skipIgnored,
  take,
  takeCodePoint,
} from './regex-source.ts'

const MAX_LENGTH = 1_000_000
/** Takes the engine milliseconds to compile; each further part may double the time. */
const MAX_EMPTY_WAYS = 5000
const MAX_COUNT = 2 ** 31 - 1

const LINE_END = `[${LINE_ENDS}]`
/** A place between CR and LF is not the end of a line. */
const NOT_IN_CRLF = '(?!(?<=\\r)\\n)'
const END_OF_TEXT = '(?![^])'
const END_OF_INPUT = `(?:$|(?=\\r\\n$|${NOT_IN_CRLF}${LINE_END}$))`
const START_OF_LINE = '(?:^|(?<=[\\n\\x85\\u2028\\u2029]|\\r(?!\\n))(?!$))'
const END_OF_LINE = `(?=$|${NOT_IN_CRLF}${LINE_END})`
const PLACES: Readonly<Record<string, string>> = { A: '^', z: END_OF_TEXT, Z: END_OF_INPUT, b: '\\b', B: '\\B' }
const UNSUPPORTED: Readonly<Record<string, string>> = {
  G: 'The end of the previous match (\\G) is not supported',
  X: 'Grapheme clusters (\\X) are not supported',
}

/** Throws a `JavaRegexError`. Takes linear time. */
export function parseJavaRegex(pattern: string, flags: { readonly dotAll: boolean }): JavaRegex {
  const source: RegexSource = {
    text: pattern,
    at: 0,
    isQuoted: false,
    flags: {
      caseless: false,
      unicodeCase: false,
      multiline: false,
      dotAll: flags.dotAll,
      unixLines: false,
      comments: false,
    },
    depth: 0,
    groupStarts: [],
    groupNames: new Map(),
    referenced: new Set(),
  }
  if (pattern.length > MAX_LENGTH) throw problem(source, 'The expression is too long', 0)
  const root = parseChoice(source)
  if (source.at < pattern.length) throw problem(source, "Unmatched closing ')'")
  if (countEmptyWays(root) > MAX_EMPTY_WAYS) {
    throw problem(source, 'The expression matches an empty text in too many ways', 0)
  }
  const { groupStarts, groupNames, referenced } = source
  return { pattern, root, groupStarts, groupNames, referenced }
}

/** Ends before a closing parenthesis, or at the end. */
function parseChoice(source: RegexSource): RegexNode {
  const options: RegexNode[] = []
  do options.push(parseSequence(source))
  while (accept(source, '|'))
  const [only] = options
  return options.length === 1 && only !== undefined ? only : { kind: 'choice', options }
}

function parseSequence(source: RegexSource): RegexNode {
  const items: RegexNode[] = []
  for (;;) {
    skipIgnored(source)
    if (source.at >= source.text.length) break
    if (!source.isQuoted && (isAhead(source, '|') || isAhead(source, ')'))) break
    const atom = parseAtom(source)
    skipIgnored(source)
    items.push(source.isQuoted ? atom : parseRepeat(source, atom))
  }
  const [only] = items
  return items.length === 1 && only !== undefined ? only : { kind: 'sequence', items }
}

const NOTHING: RegexNode = { kind: 'sequence', items: [] }
const isNothing = (node: RegexNode) => node.kind === 'sequence' && node.items.length === 0

function parseAtom(source: RegexSource): RegexNode {
  const caseless = caselessOf(source.flags)
  if (source.isQuoted) return { kind: 'character', codePoint: takeCodePoint(source), caseless }
  const next = peek(source)
  // A brace without anything to repeat: `parseRepeat` accepts or refuses it.
  if (next === '{') return NOTHING
  if (next === '*' || next === '+' || next === '?') {
    throw problem(source, `Dangling meta character '${next}'`, source.at)
  }
  if (next === '(') {
    source.at += 1
    return parseGroup(source, parseChoice)
  }
  if (next === '[') {
    source.at += 1
    return { kind: 'class', set: parseCharacterClass(source), caseless }
  }
  if (next === '\\') {
    source.at += 1
    return parseEscape(source)
  }
  const { flags } = source
  const codePoint = takeCodePoint(source)
  if (next === '.') return anyCharacter(flags)
  if (next === '^') return { kind: 'place', source: flags.multiline ? startOfLine(flags) : '^' }
  if (next === '$') return { kind: 'place', source: endOf(flags) }
  return { kind: 'character', codePoint, caseless }
}

function anyCharacter({ dotAll, unixLines }: Flags): RegexNode {
  const excluded = dotAll ? '' : unixLines ? '\\n' : LINE_ENDS
  return { kind: 'class', set: { kind: 'source', source: excluded, isNegated: true }, caseless: 'no' }
}

const startOfLine = ({ unixLines }: Flags) => (unixLines ? '(?:^|(?<=\\n)(?!$))' : START_OF_LINE)

function endOf({ multiline, unixLines }: Flags): string {
  if (unixLines) return multiline ? '(?=\\n|$)' : '(?=\\n?$)'
  return multiline ? END_OF_LINE : END_OF_INPUT
}

/** Behind the backslash. */
function parseEscape(source: RegexSource): RegexNode {
  const caseless = caselessOf(source.flags)
  const letter = peek(source)
  const place = PLACES[letter]
  if (place !== undefined) {
    source.at += 1
    return { kind: 'place', source: place }
  }
  const unsupported = UNSUPPORTED[letter]
  if (unsupported !== undefined) throw problem(source, unsupported, source.at)
  if (accept(source, 'R')) return { kind: 'text', source: '(?:\\r\\n|[\\n-\\r\\x85\\u2028\\u2029])' }
  if (letter === 'k') return parseNamedReference(source)
  if (/[1-9]/.test(letter)) return parseNumberedReference(source)
  const set = parseClassEscape(source)
  if (set !== undefined) return { kind: 'class', set, caseless }
  return { kind: 'character', codePoint: parseCharacterEscape(source), caseless }
}

function parseNamedReference(source: RegexSource): RegexNode {
  const name = take(source, /k<([a-zA-Z][a-zA-Z0-9]*)>/y)?.[1]
  if (name === undefined) throw problem(source, "\\k is not followed by '<' for named capturing group", source.at)
  const group = source.groupNames.get(name)
  if (group === undefined) throw problem(source, `named capturing group <${name}> does not exist`)
  source.referenced.add(group)
  return { kind: 'backReference', group, caseless: caselessOf(source.flags) }
}

/** `\12` is group 12 if there are that many groups before it, otherwise group 1 and a 2. */
function parseNumberedReference(source: RegexSource): RegexNode {
  let group = Number(peek(source))
  source.at += 1
  for (;;) {
    const longer = group * 10 + Number(peek(source))
    if (!/[0-9]/.test(peek(source)) || longer > source.groupStarts.length) break
    group = longer
    source.at += 1
  }
  // Java accepts a reference to a group that does not exist; it never matches.
  if (group > source.groupStarts.length) return { kind: 'place', source: '(?!)' }
  source.referenced.add(group)
  return { kind: 'backReference', group, caseless: caselessOf(source.flags) }
}

function parseRepeat(source: RegexSource, body: RegexNode): RegexNode {
  // Flags such as (?m) cannot be repeated.
  if (isNothing(body) && /[*+?]/.test(peek(source))) {
    throw problem(source, `Dangling meta character '${peek(source)}'`, source.at)
  }
  const range = readRange(source)
  if (range === undefined) return body
  if (source.flags.comments) take(source, /\s*/y)
  const mode: RepeatMode = accept(source, '+') ? 'possessive' : accept(source, '?') ? 'lazy' : 'greedy'
  return isNothing(body) ? body : { kind: 'repeat', body, ...range, mode }
}

function readRange(source: RegexSource): { readonly min: number; readonly max: number } | undefined {
  if (accept(source, '*')) return { min: 0, max: Number.POSITIVE_INFINITY }
  if (accept(source, '+')) return { min: 1, max: Number.POSITIVE_INFINITY }
  if (accept(source, '?')) return { min: 0, max: 1 }
  if (!isAhead(source, '{')) return undefined
  if (!/[0-9]/.test(peek(source, 1))) throw problem(source, 'Illegal repetition')
  const match = take(source, /\{(\d+)(,?)(\d*)\}/y)
  if (match === undefined)
    throw problem(source, 'Unclosed counted closure', Math.min(source.text.length, source.at + 2))
  const min = Number(match[1])
  const max = match[3] === '' ? (match[2] === '' ? min : Number.POSITIVE_INFINITY) : Number(match[3])
  if (max < min || min > MAX_COUNT || (max > MAX_COUNT && Number.isFinite(max))) {
    throw problem(source, 'Illegal repetition range')
  }
  return { min, max }
}
