/** Parses what stands in the tags of assignments, macros and their calls. */
import { described, readExpression, type TokenReader } from './parse-expression.ts'
import { Fault } from './template-error.ts'
import type { Assignment, Expression, Parameter, Routine } from './template-tree.ts'

const ASSIGNING: Readonly<Record<string, Assignment['operator']>> = {
  '=': '=',
  '+=': '+',
  '-=': '-',
  '*=': '*',
  '/=': '/',
  '%=': '%',
}

/** The name alone if the tag captures its body. */
export function readAssignments(reader: TokenReader): readonly Assignment[] | string {
  const assignments: Assignment[] = []
  while (reader.peek().kind !== 'end') {
    const name = readAssignedName(reader)
    const token = reader.next()
    if (token.kind === 'end' && assignments.length === 0) return name
    const symbol = token.kind === 'symbol' ? token.text : ''
    if (symbol === '++' || symbol === '--') {
      assignments.push({
        name,
        operator: symbol === '++' ? '+' : '-',
        value: { kind: 'number', value: 1, at: token.at },
      })
    } else {
      const operator = Object.hasOwn(ASSIGNING, symbol) ? ASSIGNING[symbol] : undefined
      if (operator === undefined) throw new Fault(`Expected "=" but found ${described(token)}`, token.at)
      assignments.push({ name, operator, value: readExpression(reader) })
    }
    reader.takes(',')
  }
  if (assignments.length === 0) throw new Fault('Expected a name', reader.peek().at)
  return assignments
}

/** A name, or a text for names with other characters. */
function readAssignedName(reader: TokenReader): string {
  const token = reader.peek()
  if (token.kind !== 'text') return reader.readName()
  reader.next()
  return token.parts.filter((part) => typeof part === 'string').join('')
}

/** `name first second=default others...`, with or without parentheses and commas. */
export function readRoutineHead(reader: TokenReader): Pick<Routine, 'name' | 'parameters' | 'rest'> {
  const name = readAssignedName(reader)
  const isEnclosed = reader.takes('(')
  const parameters: Parameter[] = []
  let rest: string | undefined
  while (reader.isName()) {
    const parameter = reader.readName()
    if (reader.takes('...')) rest = parameter
    else parameters.push({ name: parameter, fallback: reader.takes('=') ? readExpression(reader) : undefined })
    reader.takes(',')
  }
  if (isEnclosed) reader.expect(')')
  reader.finish()
  return { name, parameters, rest }
}

/** `a=1 b=2 ; variable`, or values without names. */
export function readDirectiveArguments(reader: TokenReader) {
  const named: { name: string; value: Expression }[] = []
  const positional: Expression[] = []
  while (reader.peek().kind !== 'end' && !reader.isSymbol(';')) {
    if (reader.isName() && reader.isSymbol('=', 1)) {
      const name = reader.readName()
      reader.expect('=')
      named.push({ name, value: readExpression(reader) })
    } else positional.push(readExpression(reader))
    reader.takes(',')
  }
  if (named.length > 0 && positional.length > 0) {
    throw new Fault('Arguments are either all named or all without names', positional[0]?.at ?? 0)
  }
  return { named, positional, bodyVariables: reader.takes(';') ? readBodyVariables(reader) : [] }
}

function readBodyVariables(reader: TokenReader): readonly string[] {
  const names: string[] = []
  while (reader.isName()) {
    names.push(reader.readName())
    reader.takes(',')
  }
  reader.finish()
  return names
}
