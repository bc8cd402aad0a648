/** Parses the tokens of an interpolation or a tag into expressions. */
import type { TextPart, Token } from './expression-tokens.ts'
import { Fault } from './template-error.ts'
import type { BinaryOperator, Expression } from './template-tree.ts'

/** Nested expressions. */
export const MAX_EXPRESSION_DEPTH = 100

/** A position in the tokens; each function reads what it is named after, and moves on. */
export interface TokenReader {
  peek(ahead?: number): Token
  next(): Token
  /** Moves on if the symbol is next. */
  takes(symbol: string): boolean
  expect(symbol: string): void
  isSymbol(symbol: string, ahead?: number): boolean
  isName(ahead?: number): boolean
  readName(): string
  /** Refuses tokens that are left. */
  finish(): void
  nest<Result>(read: () => Result): Result
}

export function createTokenReader(tokens: readonly Token[]): TokenReader {
  let position = 0
  let depth = 0
  const last = tokens.at(-1)
  const peek = (ahead = 0): Token => tokens[position + ahead] ?? last ?? { kind: 'end', at: 0 }
  const isSymbol = (symbol: string, ahead = 0) => {
    const token = peek(ahead)
    return token.kind === 'symbol' && token.text === symbol
  }
  const next = () => {
    const token = peek()
    position += 1
    return token
  }
  return {
    peek,
    next,
    isSymbol,
    takes: (symbol) => isSymbol(symbol) && next() !== undefined,
    expect(symbol) {
      if (!isSymbol(symbol)) throw new Fault(`Expected "${symbol}" but found ${described(peek())}`, peek().at)
      next()
    },
    isName: (ahead = 0) => peek(ahead).kind === 'name',
    readName() {
      const token = next()
      if (token.kind !== 'name') throw new Fault(`Expected a name but found ${described(token)}`, token.at)
      return token.text
    },
    finish() {
      if (peek().kind !== 'end') throw new Fault(`Unexpected ${described(peek())}`, peek().at)
    },
    nest(read) {
      depth += 1
      if (depth > MAX_EXPRESSION_DEPTH) throw new Fault('The expression is nested too deeply', peek().at)
      const result = read()
      depth -= 1
      return result
    },
  }
}

export function described(token: Token): string {
  switch (token.kind) {
    case 'name':
    case 'symbol':
      return `"${token.text}"`
    case 'number':
      return `"${token.value}"`
    case 'text':
      return 'a text'
    case 'end':
      return 'the end'
    default:
      throw token satisfies never
  }
}

/** The operators by how closely they bind, the loosest first, each with how it may be written. */
const LEVELS: readonly Readonly<Record<string, BinaryOperator>>[] = [
  { '||': '||', '|': '||' },
  { '&&': '&&', '&': '&&' },
  { '==': '==', '=': '==', '!=': '!=' },
  { '<': '<', '<=': '<=', '>': '>', '>=': '>=', lt: '<', lte: '<=', gt: '>', gte: '>=' },
]
const SUMS: Readonly<Record<string, BinaryOperator>> = { '+': '+', '-': '-' }
const PRODUCTS: Readonly<Record<string, BinaryOperator>> = { '*': '*', '/': '/', '%': '%' }
const RANGES = ['..', '..<', '..!', '..*']

export const readExpression = (reader: TokenReader): Expression => reader.nest(() => readLevel(reader, 0))

function readLevel(reader: TokenReader, level: number): Expression {
  const operators = LEVELS[level]
  if (operators === undefined) return readRange(reader)
  return readChain(reader, operators, () => readLevel(reader, level + 1))
}

function readChain(
  reader: TokenReader,
  operators: Readonly<Record<string, BinaryOperator>>,
  readOperand: () => Expression,
): Expression {
  let left = readOperand()
  for (;;) {
    const token = reader.peek()
    const written = token.kind === 'symbol' || token.kind === 'name' ? token.text : ''
    const operator = Object.hasOwn(operators, written) ? operators[written] : undefined
    if (operator === undefined) return left
    reader.next()
    left = { kind: 'binary', operator, left, right: readOperand(), at: token.at }
  }
}

function readRange(reader: TokenReader): Expression {
  const from = readSum(reader)
  const symbol = RANGES.find((candidate) => reader.isSymbol(candidate))
  if (symbol === undefined) return from
  const { at } = reader.next()
  const to = startsExpression(reader) ? readSum(reader) : undefined
  if (to === undefined && symbol !== '..') throw new Fault(`The range needs a value after "${symbol}"`, at)
  const end = symbol === '..' ? 'inclusive' : symbol === '..*' ? 'length' : 'exclusive'
  return { kind: 'range', from, to, end, at }
}

const readSum = (reader: TokenReader) => readChain(reader, SUMS, () => readProduct(reader))
const readProduct = (reader: TokenReader) => readChain(reader, PRODUCTS, () => readUnary(reader))

const UNARY = { '!': 'not', '-': 'minus', '+': 'plus' } as const

function readUnary(reader: TokenReader): Expression {
  const token = reader.peek()
  if (token.kind !== 'symbol') return readPostfix(reader)
  if (token.text !== '!' && token.text !== '-' && token.text !== '+') return readPostfix(reader)
  const kind = UNARY[token.text]
  reader.next()
  return { kind, of: reader.nest(() => readUnary(reader)), at: token.at }
}

/** Whether an expression can begin here; an addition or a negation is not taken for its sign. */
function startsExpression(reader: TokenReader): boolean {
  const token = reader.peek()
  if (token.kind === 'end') return false
  if (token.kind === 'symbol') return ['(', '[', '{'].includes(token.text)
  return token.kind !== 'name' || !Object.hasOwn(LEVELS[3] ?? {}, token.text)
}

function readPostfix(reader: TokenReader): Expression {
  let of = readPrimary(reader)
  for (;;) {
    const token = reader.peek()
    const { at } = token
    if (token.kind !== 'symbol') return of
    if (reader.takes('.')) of = { kind: 'member', of, name: reader.readName(), at }
    else if (reader.takes('[')) {
      of = { kind: 'item', of, key: readExpression(reader), at }
      reader.expect(']')
    } else if (reader.takes('(')) of = { kind: 'call', callee: of, args: readItems(reader, ')'), at }
    else if (reader.takes('??')) of = { kind: 'exists', of, at }
    else if (reader.takes('?')) of = readBuiltIn(reader, of, at)
    else if (reader.takes('!')) of = { kind: 'default', of, fallback: readFallback(reader), at }
    else return of
  }
}

function readBuiltIn(reader: TokenReader, of: Expression, at: number): Expression {
  const name = reader.readName()
  const args = reader.takes('(') ? readItems(reader, ')') : undefined
  return { kind: 'builtIn', of, name, args, at }
}

/** In `<@box a=b! c=d />` the name belongs to the next argument. */
function readFallback(reader: TokenReader): Expression | undefined {
  const namesNext = reader.isName() && reader.isSymbol('=', 1)
  return startsExpression(reader) && !namesNext ? readExpression(reader) : undefined
}

/** Separated by commas, up to the closing symbol. */
export function readItems(reader: TokenReader, closing: string): readonly Expression[] {
  const items: Expression[] = []
  if (reader.takes(closing)) return items
  for (;;) {
    items.push(readExpression(reader))
    if (reader.takes(closing)) return items
    reader.expect(',')
  }
}

function readPrimary(reader: TokenReader): Expression {
  const token = reader.next()
  const { at } = token
  if (token.kind === 'number') return { kind: 'number', value: token.value, at }
  if (token.kind === 'text') return { kind: 'text', parts: token.parts.map(readTextPart), at }
  if (token.kind === 'name') {
    if (token.text === 'true' || token.text === 'false') return { kind: 'boolean', value: token.text === 'true', at }
    return { kind: 'name', name: token.text, at }
  }
  if (token.kind === 'symbol' && token.text === '(') {
    const of = readExpression(reader)
    reader.expect(')')
    return { kind: 'group', of, at }
  }
  if (token.kind === 'symbol' && token.text === '[') {
    return { kind: 'sequence', items: reader.nest(() => readItems(reader, ']')), at }
  }
  if (token.kind === 'symbol' && token.text === '{') return readHash(reader, at)
  throw new Fault(`Expected a value but found ${described(token)}`, at)
}

function readHash(reader: TokenReader, at: number): Expression {
  const entries: { key: Expression; value: Expression }[] = []
  while (!reader.takes('}')) {
    if (entries.length > 0) reader.expect(',')
    const key = readExpression(reader)
    if (!reader.takes(':')) reader.expect(',')
    entries.push({ key, value: readExpression(reader) })
  }
  return { kind: 'hash', entries, at }
}

function readTextPart(part: TextPart): string | Expression {
  if (typeof part === 'string') return part
  const reader = createTokenReader(part)
  const value = readExpression(reader)
  reader.finish()
  return value
}
