/** Reads expressions by recursive descent. The depth is bounded. */
import type { Span } from '../query/query-tree.ts'
import { insertingAt, refuse, replacing } from './step-problem.ts'
import type { ExpressionSyntax } from './step-syntax.ts'
import type { TokenReader } from './token-reader.ts'

/** Brackets and operators within each other. */
export const MAX_EXPRESSION_DEPTH = 40

const spanOf = (from: Span, to: Span): Span => ({ from: from.from, to: to.to })

const operator = (name: string, nameSpan: Span, args: readonly ExpressionSyntax[], span: Span): ExpressionSyntax => ({
  kind: 'call',
  name,
  nameSpan,
  args,
  isOperator: true,
  span,
})

export function parseExpression(reader: TokenReader): ExpressionSyntax {
  return nested(reader, () => parseOr(reader))
}

function nested(reader: TokenReader, read: () => ExpressionSyntax): ExpressionSyntax {
  reader.depth += 1
  if (reader.depth > MAX_EXPRESSION_DEPTH)
    refuse(`An expression has more than ${MAX_EXPRESSION_DEPTH} levels of brackets and operators.`, reader.place())
  const found = read()
  reader.depth -= 1
  return found
}

/** `a or b or c` is one call with three arguments, so that long conditions are not deep. */
function parseOr(reader: TokenReader): ExpressionSyntax {
  return parseChain(reader, { word: 'or', sign: '||', next: parseAnd })
}

function parseAnd(reader: TokenReader): ExpressionSyntax {
  return parseChain(reader, { word: 'and', sign: '&&', next: parseNot })
}

function parseChain(
  reader: TokenReader,
  { word, sign, next }: { word: string; sign: string; next: (reader: TokenReader) => ExpressionSyntax },
): ExpressionSyntax {
  const first = next(reader)
  const others: ExpressionSyntax[] = []
  const { from, to } = reader.peek()
  while (reader.acceptWord(word) || reader.acceptSign(sign)) others.push(next(reader))
  const last = others.at(-1)
  return last === undefined ? first : operator(word, { from, to }, [first, ...others], spanOf(first.span, last.span))
}

function parseNot(reader: TokenReader): ExpressionSyntax {
  const { from, to } = reader.peek()
  if (!reader.acceptWord('not') && !reader.acceptSign('!')) return parseComparison(reader)
  const inner = nested(reader, () => parseNot(reader))
  return operator('not', { from, to }, [inner], { from, to: inner.span.to })
}

const COMPARISONS = ['==', '!=', '<=', '>=', '<', '>']

function parseComparison(reader: TokenReader): ExpressionSyntax {
  const left = parseSum(reader)
  const token = reader.peek()
  const span = { from: token.from, to: token.to }
  if (reader.isSign('=')) refuse('A comparison is written with two equals signs.', span, replacing(span, '=='))
  const comparison = COMPARISONS.find((sign) => reader.acceptSign(sign))
  if (comparison !== undefined) {
    const right = parseSum(reader)
    if (COMPARISONS.some((sign) => reader.isSign(sign)))
      refuse('Comparisons cannot follow each other: join them with and.', reader.place())
    return operator(comparison, span, [left, right], spanOf(left.span, right.span))
  }
  const isNegated = reader.isWord('not') && reader.isWord('in', 1)
  if (isNegated) reader.take()
  if (!reader.acceptWord('in')) return left
  reader.requireSign('(', 'The values behind in are in brackets, as in: level in (3, 4)')
  const values = reader.list(() => parseExpression(reader))
  reader.requireSign(')', 'A bracket ( is never closed.')
  const isIn = operator('in', span, [left, ...values], { from: left.span.from, to: reader.endOfLast })
  return isNegated ? operator('not', span, [isIn], isIn.span) : isIn
}

function parseSum(reader: TokenReader): ExpressionSyntax {
  return parseLeft(reader, ['+', '-'], parseProduct)
}

function parseProduct(reader: TokenReader): ExpressionSyntax {
  return parseLeft(reader, ['*', '/', '%'], parseSigned)
}

function parseLeft(
  reader: TokenReader,
  signs: readonly string[],
  next: (reader: TokenReader) => ExpressionSyntax,
): ExpressionSyntax {
  let left = next(reader)
  const depth = reader.depth
  for (;;) {
    const { from, to } = reader.peek()
    const sign = signs.find((one) => reader.acceptSign(one))
    if (sign === undefined) break
    // The tree grows by one level with each operator.
    const right = nested(reader, () => next(reader))
    reader.depth += 1
    left = operator(sign, { from, to }, [left, right], spanOf(left.span, right.span))
  }
  reader.depth = depth
  return left
}

function parseSigned(reader: TokenReader): ExpressionSyntax {
  const { from, to } = reader.peek()
  if (!reader.acceptSign('-')) return parseAtom(reader)
  const inner = nested(reader, () => parseSigned(reader))
  const span = { from, to: inner.span.to }
  if (inner.kind === 'number') return { ...inner, value: 0 - inner.value, span }
  return operator('negate', { from, to }, [inner], span)
}

const EXPECTED = 'Here belongs a value: a field, a number, a text in quotes or a function.'

function parseAtom(reader: TokenReader): ExpressionSyntax {
  const token = reader.peek()
  const span = { from: token.from, to: token.to }
  if (token.kind === 'number' || token.kind === 'duration') {
    reader.take()
    return { kind: 'number', value: token.value, isDuration: token.kind === 'duration', span }
  }
  if (token.kind === 'text') return { kind: 'text', value: reader.text('').text, span }
  if (reader.acceptSign('(')) {
    const inner = parseExpression(reader)
    reader.requireSign(')', 'A bracket ( is never closed.')
    return inner
  }
  if (reader.isSign('/')) refuse('A regular expression is a text in quotes, as in: matches(message, "time.*out")', span)
  if (token.kind === 'sign' && /\d/.test(token.text))
    refuse('This is not a number; names that begin with a digit are in backticks.', span)
  if (token.kind !== 'name') refuse(EXPECTED, reader.place())
  return parseName(reader)
}

function parseName(reader: TokenReader): ExpressionSyntax {
  for (const value of [true, false]) {
    const { from, to } = reader.peek()
    if (reader.acceptWord(String(value))) return { kind: 'boolean', value, span: { from, to } }
  }
  const { from, to } = reader.peek()
  if (reader.acceptWord('null')) return { kind: 'null', span: { from, to } }
  const { name, span } = reader.name(EXPECTED)
  if (!reader.acceptSign('(')) return { kind: 'name', name, span }
  const args = reader.isSign(')') ? [] : reader.list(() => parseExpression(reader))
  if (!reader.acceptSign(')'))
    refuse(`The brackets of ${name} are never closed.`, reader.place(), insertingAt(reader.endOfLast, ')'))
  return {
    kind: 'call',
    name,
    nameSpan: span,
    args,
    isOperator: false,
    span: { from: span.from, to: reader.endOfLast },
  }
}
