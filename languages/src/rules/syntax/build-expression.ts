import type { SyntaxNode } from '@lezer/common'
import type {
  BinaryExpression,
  BinaryOperation,
  CallArgument,
  CallExpression,
  MapEntry,
  RuleExpression,
} from '../rule-tree.ts'
import { readFloat, readInteger, readString } from './read-literal.ts'

/** Long chains of operators are deep trees, which the compiler and the compiled rule walk recursively. */
const MAX_DEPTH = 500

/** Stops the work on a source, at a place in it. */
export class RuleSyntaxError extends Error {
  readonly offset: number

  constructor(reason: string, offset: number) {
    super(reason)
    this.offset = offset
  }
}

const OPERATORS: Readonly<Partial<Record<string, BinaryOperation>>> = {
  '+': { kind: 'arithmetic', operator: '+' },
  '-': { kind: 'arithmetic', operator: '-' },
  '*': { kind: 'arithmetic', operator: '*' },
  '/': { kind: 'arithmetic', operator: '/' },
  '%': { kind: 'arithmetic', operator: '%' },
  '<': { kind: 'comparison', operator: '<' },
  '<=': { kind: 'comparison', operator: '<=' },
  '>': { kind: 'comparison', operator: '>' },
  '>=': { kind: 'comparison', operator: '>=' },
  '==': { kind: 'equality', operator: '==' },
  '!=': { kind: 'equality', operator: '!=' },
  and: { kind: 'logic', operator: 'and' },
  '&&': { kind: 'logic', operator: 'and' },
  or: { kind: 'logic', operator: 'or' },
  '||': { kind: 'logic', operator: 'or' },
}

/** Turns nodes of the grammar into expressions. Throws `RuleSyntaxError`. */
export class ExpressionBuilder {
  private readonly source: string
  private readonly depths = new WeakMap<RuleExpression, number>()

  constructor(source: string) {
    this.source = source
  }

  text(node: SyntaxNode): string {
    return this.source.slice(node.from, node.to)
  }

  /** A name as it is written, or in backticks. The node holds one of both. */
  name(node: SyntaxNode): string {
    const text = this.text(node)
    if (text.startsWith('`')) return text.slice(1, -1)
    return text.startsWith('"') ? readString(text) : text
  }

  /** The title of a rule or a pipeline. */
  title(node: SyntaxNode): string {
    const title = node.getChild('Title')
    return title === null ? this.unreadable(node) : readString(this.text(title))
  }

  expression(node: SyntaxNode): RuleExpression {
    switch (node.name) {
      case 'Or':
      case 'And':
      case 'Equality':
      case 'Comparison':
      case 'Sum':
      case 'Product':
        return this.chain(node)
      case 'Unary':
        return this.prefixed(node)
      case 'Access':
        return this.access(node)
      case 'Call':
        return this.call(node)
      default:
        return this.primary(node)
    }
  }

  private primary(node: SyntaxNode): RuleExpression {
    const { from, to } = node
    switch (node.name) {
      case 'Message':
        return { kind: 'message', from, to }
      case 'Variable':
        return { kind: 'variable', name: this.name(node), from, to }
      case 'List': {
        const items = partsOf(node).map((item) => this.expression(item))
        return this.bounded({ kind: 'list', items, from, to }, items)
      }
      case 'Map': {
        const entries = partsOf(node).map((entry) => this.entry(entry))
        const values = entries.map(({ value }) => value)
        return this.bounded({ kind: 'map', entries, from, to }, values)
      }
      case 'Group':
        return this.group(node)
      default:
        return this.literal(node)
    }
  }

  /** An operand in brackets begins and ends with them. */
  private group(node: SyntaxNode): RuleExpression {
    const [inner] = partsOf(node)
    if (inner === undefined) return this.unreadable(node)
    const built = this.expression(inner)
    return this.bounded({ ...built, from: node.from, to: node.to }, [built], 0)
  }

  private literal(node: SyntaxNode): RuleExpression {
    const { from, to } = node
    const text = this.text(node)
    switch (node.name) {
      case 'Integer': {
        const value = readInteger(text)
        if (value === undefined) throw new RuleSyntaxError(`${text} has more than 64 bits`, from)
        return { kind: 'literal', value, type: 'Long', from, to }
      }
      case 'Float':
        return { kind: 'literal', value: readFloat(text), type: 'Double', from, to }
      case 'String':
      case 'Character':
        return { kind: 'literal', value: readString(text), type: 'String', from, to }
      case 'Boolean':
        return { kind: 'literal', value: text === 'true', type: 'Boolean', from, to }
      default:
        return this.unreadable(node)
    }
  }

  private entry(node: SyntaxNode): MapEntry {
    const [key, value] = partsOf(node)
    if (key === undefined || value === undefined) return this.unreadable(node)
    return { key: this.name(key), value: this.expression(value) }
  }

  /** Operands with operators between them, from left to right. */
  private chain(node: SyntaxNode): RuleExpression {
    const [first, ...rest] = partsOf(node)
    if (first === undefined) return this.unreadable(node)
    let left = this.expression(first)
    for (let at = 0; at + 1 < rest.length; at += 2) {
      const [operator, operand] = [rest[at], rest[at + 1]]
      const binary = operator && OPERATORS[this.text(operator).toLowerCase()]
      if (operand === undefined || binary === undefined) return this.unreadable(node)
      const right = this.expression(operand)
      const both: BinaryExpression = { ...binary, left, right, from: left.from, to: right.to }
      left = this.bounded(both, [left, right])
    }
    return left
  }

  private prefixed(node: SyntaxNode): RuleExpression {
    const parts = partsOf(node)
    const last = parts.pop()
    if (last === undefined) return this.unreadable(node)
    let operand = this.expression(last)
    for (const prefix of parts.reverse()) {
      const range = { from: prefix.from, to: operand.to }
      const isNegative = this.text(prefix) === '-'
      operand = this.bounded(
        prefix.name === 'Sign' ? { kind: 'sign', isNegative, operand, ...range } : { kind: 'not', operand, ...range },
        [operand],
      )
    }
    return operand
  }

  private access(node: SyntaxNode): RuleExpression {
    const [first, ...accesses] = partsOf(node)
    if (first === undefined) return this.unreadable(node)
    let base = this.expression(first)
    for (const access of accesses) {
      const range = { from: base.from, to: access.to }
      const [inner] = partsOf(access)
      if (inner === undefined) return this.unreadable(access)
      if (access.name === 'Property') {
        base = this.bounded({ kind: 'property', base, name: this.name(inner), ...range }, [base])
      } else {
        const index = this.expression(inner)
        base = this.bounded({ kind: 'index', base, index, ...range }, [base, index])
      }
    }
    return base
  }

  call(node: SyntaxNode): CallExpression {
    const [name, list] = partsOf(node)
    if (name === undefined || list === undefined) return this.unreadable(node)
    const args = partsOf(list).map((argument) => this.argument(argument))
    const values = args.map(({ value }) => value)
    return this.bounded({ kind: 'call', name: this.text(name), args, from: node.from, to: node.to }, values)
  }

  private argument(node: SyntaxNode): CallArgument {
    if (node.name !== 'NamedArgument') return { name: undefined, value: this.expression(node) }
    const [name, value] = partsOf(node)
    if (name === undefined || value === undefined) return this.unreadable(node)
    return { name: this.name(name), value: this.expression(value) }
  }

  /** Throws if the tree is too deep. `levels` are added to the depth of the deepest inner expression. */
  private bounded<Built extends RuleExpression>(built: Built, inner: readonly RuleExpression[], levels = 1): Built {
    let depth = levels
    for (const expression of inner) depth = Math.max(depth, (this.depths.get(expression) ?? 1) + levels)
    if (depth > MAX_DEPTH) throw new RuleSyntaxError('The expression has too many operators or levels', built.from)
    this.depths.set(built, depth)
    return built
  }

  private unreadable(node: SyntaxNode): never {
    throw new RuleSyntaxError(`The source cannot be read: ${node.name}`, node.from)
  }
}

/** The children that are more than punctuation or comments. */
export function partsOf(node: SyntaxNode): SyntaxNode[] {
  const parts: SyntaxNode[] = []
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (/^[A-Z]/.test(child.name) && !child.name.endsWith('Comment')) parts.push(child)
  }
  return parts
}
