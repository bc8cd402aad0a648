import { RESERVED_WORDS } from '../grammar/rule-words.ts'
import { rulesParser } from '../grammar/rules-parser.ts'

export type SourceKind = 'rule' | 'pipeline'

const PARSERS = {
  rule: rulesParser.configure({ top: 'RuleSource', strict: true }),
  pipeline: rulesParser.configure({ top: 'PipelineSource', strict: true }),
}

export const parserOf = (kind: SourceKind) => PARSERS[kind]

/** Finding what is expected parses the source again for each token that might be. */
const MAX_EXPLAINED_LENGTH = 10_000

/** Tokens that may be expected, with their names in sentences, which list them in this order. */
const CANDIDATES = [
  ['1', 'a value'],
  ['let', 'a statement'],
  ['x', 'a name'],
  ['"x"', 'a text in double quotes'],
  ['rule', '"rule"'],
  ['pipeline', '"pipeline"'],
  ['stage', '"stage"'],
  ['match', '"match"'],
  ['all', '"all", "either" or "pass"'],
  ['when', '"when"'],
  ['then', '"then"'],
  [':', '":"'],
  ['=', '"="'],
  ['(', '"("'],
  [',', '","'],
  [';', '";"'],
  [')', '")"'],
  [']', '"]"'],
  ['}', '"}"'],
  ['end', '"end"'],
] as const

/** A candidate that another one includes: a value may be a name. */
const IMPLIED: Readonly<Partial<Record<string, readonly string[]>>> = {
  '1': ['x', '"x"', '('],
  let: ['x', ';'],
  all: ['x'],
}

/** Where a source that the parser refuses is wrong, and why. */
export function findSyntaxError(source: string, kind: SourceKind) {
  const stop = failureOf(source, kind) ?? source.length
  const sign = /[+-](?=\s*$)/.exec(source.slice(Math.max(0, stop - 100), stop))
  const signAt = sign === null ? -1 : Math.max(0, stop - 100) + sign.index
  if (signAt >= 0 && accepts(source.slice(0, signAt), '1', kind)) {
    return { offset: signAt, reason: `Expected a value after "${source[signAt]}"` }
  }
  return { offset: stop, reason: lexicalReason(source, stop) ?? describe(source, stop, kind) }
}

/** The offset of the token that the parser cannot use; undefined if it can use all. */
function failureOf(source: string, kind: SourceKind): number | undefined {
  try {
    PARSERS[kind].parse(source)
    return undefined
  } catch (error) {
    const [, offset] = error instanceof SyntaxError ? (/ (\d+)$/.exec(error.message) ?? []) : []
    if (offset === undefined) throw error
    return Number(offset)
  }
}

/** Whether a token may follow the start of a source. */
function accepts(start: string, token: string, kind: SourceKind): boolean {
  const failure = failureOf(`${start} ${token}`, kind)
  return failure === undefined || failure > start.length + 1
}

function lexicalReason(source: string, offset: number): string | undefined {
  const rest = source.slice(offset, offset + 100_000)
  switch (rest[0]) {
    case '"': {
      const [start = ''] = /^"(?:[^"\\]|\\(?:[btnfr"'\\0-7]|u+[0-9a-fA-F]{4}))*/.exec(rest) ?? []
      if (rest[start.length] === '"') return undefined
      if (rest[start.length] !== '\\') return 'The text has no closing quote'
      const sequence = rest.slice(start.length, start.length + 2)
      return `"${sequence}" is not an escape sequence: write "\\${sequence}" for a backslash`
    }
    case '`':
      return /^`[^`]+`/.test(rest) ? undefined : 'The name has no closing backtick'
    case "'":
      return /^'(?:[^'\\\r\n]|\\.)'/.test(rest) ? undefined : 'Texts are written in double quotes'
    case '/':
      return rest.startsWith('/*') ? 'The comment has no end' : undefined
    default:
      return undefined
  }
}

function describe(source: string, offset: number, kind: SourceKind): string {
  const found = foundAt(source, offset)
  if (offset > MAX_EXPLAINED_LENGTH) return `Unexpected ${found}`
  const start = source.slice(0, offset)
  const fitting = CANDIDATES.filter(([token]) => accepts(start, token, kind))
  if (/^"[+-]/.test(found) && accepts(start, '* 1', kind)) {
    return `Unexpected ${found}: a sign belongs to its number, so that a subtraction needs a blank after the minus`
  }
  const implied = new Set(fitting.flatMap(([token]) => IMPLIED[token] ?? []))
  const named = fitting
    .filter(([token]) => !implied.has(token))
    .map(([token, name]) => (token === '1' && kind === 'pipeline' ? 'a whole number' : name))
  const fits = (wanted: string) => fitting.some(([token]) => token === wanted)
  return `Expected ${listed(named)} but found ${found}${hintFor(found, fits)}`
}

function hintFor(found: string, fits: (token: string) => boolean): string {
  const word = found.slice(1, -1)
  if (fits('x') && !fits('1') && RESERVED_WORDS.includes(word.toLowerCase())) {
    return '. Reserved words are names only in backticks'
  }
  if (word === '=' && fits('(')) return '. Variables are declared with "let"'
  return word === ':' && fits(',') ? '. Either all arguments of a call are named, or none' : ''
}

function foundAt(source: string, offset: number): string {
  if (offset >= source.length) return 'the end of the source'
  const token = /^(?:\$?\w+|"(?:[^"\\]|\\.)*"|'[^']*'|`[^`]*`|[+-][\w.]+|&&|\|\||[=!<>]=|[\s\S])/.exec(
    source.slice(offset, offset + 1000),
  )
  const text = token?.[0] ?? ''
  return `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`
}

function listed(names: readonly string[]): string {
  if (names.length < 2) return names[0] ?? 'something else'
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}
