/** Conditions of filters in a JSONPath: `@.price < 10 && @['sold at'] == 'Rome'`. */

export interface PathReader {
  readonly text: string
  at: number
}

/** A value below the tested one (`@`), or below the root (`$`). Undefined if there is none. */
export type ValueInFilter = (tested: unknown, root: unknown) => unknown

export type Condition = (tested: unknown, root: unknown) => boolean

/** Reads a path that begins at `@` or `$`; undefined if it may have several values. */
export type ReadPathInFilter = (reader: PathReader) => ValueInFilter | undefined

/** Parentheses and negations inside one another. */
const MAX_DEPTH = 20

/** Reads as far as a condition goes. Returns undefined if it is invalid. */
export function readCondition(reader: PathReader, readPath: ReadPathInFilter): Condition | undefined {
  return readAny({ reader, readPath, depth: 0 })
}

interface Reading {
  readonly reader: PathReader
  readonly readPath: ReadPathInFilter
  readonly depth: number
}

function readAny(reading: Reading): Condition | undefined {
  const conditions = readJoined(reading, '||', readAll)
  return conditions && ((tested, root) => conditions.some((condition) => condition(tested, root)))
}

function readAll(reading: Reading): Condition | undefined {
  const conditions = readJoined(reading, '&&', readOne)
  return conditions && ((tested, root) => conditions.every((condition) => condition(tested, root)))
}

function readJoined(
  reading: Reading,
  operator: string,
  readNext: (reading: Reading) => Condition | undefined,
): readonly Condition[] | undefined {
  const conditions: Condition[] = []
  do {
    const condition = readNext(reading)
    if (condition === undefined) return undefined
    conditions.push(condition)
  } while (accept(reading.reader, operator))
  return conditions
}

function readOne(reading: Reading): Condition | undefined {
  const { reader } = reading
  const inner = { ...reading, depth: reading.depth + 1 }
  if (inner.depth > MAX_DEPTH) return undefined
  if (accept(reader, '!')) {
    const condition = readOne(inner)
    return condition && ((tested, root) => !condition(tested, root))
  }
  if (!accept(reader, '(')) return readComparison(reading)
  const condition = readAny(inner)
  return accept(reader, ')') ? condition : undefined
}

type Compare = (left: unknown, right: unknown) => boolean

/** Numbers and texts compare with their like; everything else is neither smaller nor greater. */
const ordered =
  (holds: (order: number) => boolean): Compare =>
  (left, right) => {
    if (isNumber(left) && isNumber(right)) return left < right ? holds(-1) : holds(left > right ? 1 : 0)
    if (typeof left !== 'string' || typeof right !== 'string') return false
    return left < right ? holds(-1) : holds(left > right ? 1 : 0)
  }

const isNumber = (value: unknown): value is number | bigint => typeof value === 'number' || typeof value === 'bigint'

/** Numbers compare by value, whichever of both types they have. */
const areEqual: Compare = (left, right) =>
  left === right || (isNumber(left) && isNumber(right) && ordered((order) => order === 0)(left, right))

/** An operator precedes those that it begins with. */
const OPERATORS: readonly (readonly [operator: string, compare: Compare])[] = [
  ['==', areEqual],
  ['!=', (left, right) => !areEqual(left, right)],
  ['<=', ordered((order) => order <= 0)],
  ['>=', ordered((order) => order >= 0)],
  ['<', ordered((order) => order < 0)],
  ['>', ordered((order) => order > 0)],
]

/** A value on its own is true if it exists. */
function readComparison(reading: Reading): Condition | undefined {
  const left = readValue(reading)
  if (left === undefined) return undefined
  const compare = OPERATORS.find(([operator]) => accept(reading.reader, operator))?.[1]
  if (compare === undefined) return (tested, root) => left(tested, root) !== undefined
  const right = readValue(reading)
  return right && ((tested, root) => compare(left(tested, root), right(tested, root)))
}

const LITERAL = /true|false|null|-?\d{1,15}(?:\.\d{1,15})?|'(?<single>(?:[^'\\]|\\.)*)'|"(?<double>(?:[^"\\]|\\.)*)"/y
const WORDS: Readonly<Record<string, unknown>> = { true: true, false: false, null: null }

function readValue({ reader, readPath }: Reading): ValueInFilter | undefined {
  skipSpace(reader)
  if (/[@$]/.test(reader.text[reader.at] ?? '')) return readPath(reader)
  LITERAL.lastIndex = reader.at
  const match = LITERAL.exec(reader.text)
  if (match === null) return undefined
  reader.at = LITERAL.lastIndex
  const [written] = match
  const quoted = match.groups?.['single'] ?? match.groups?.['double']
  const value =
    quoted === undefined ? (written in WORDS ? WORDS[written] : Number(written)) : quoted.replaceAll(/\\(.)/g, '$1')
  return () => value
}

function accept(reader: PathReader, text: string): boolean {
  skipSpace(reader)
  if (!reader.text.startsWith(text, reader.at)) return false
  reader.at += text.length
  return true
}

function skipSpace(reader: PathReader): void {
  while (reader.text[reader.at] === ' ') reader.at += 1
}
