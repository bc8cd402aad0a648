/**
 * Parses templates in the syntax of JMTE: `${path}`, `${if x}…${else}…${end}`, `${foreach list item}…${end}`.
 * Whatever is malformed becomes a problem with its position, and text: rendering never fails because of it.
 */

export interface JmteProblem {
  readonly message: string
  /** Position of the expression in the template. */
  readonly at: number
}

export type JmteNode =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'value'
      readonly path: readonly string[]
      /** Printed if the value is empty. */
      readonly fallback: string
      /** Printed before and after a value that is not empty. */
      readonly prefix: string
      readonly suffix: string
      readonly at: number
    }
  | {
      readonly kind: 'if'
      readonly path: readonly string[]
      readonly isNegated: boolean
      /** The text that the value must equal. */
      readonly literal: string | undefined
      readonly met: readonly JmteNode[]
      readonly otherwise: readonly JmteNode[]
    }
  | {
      readonly kind: 'foreach'
      readonly path: readonly string[]
      readonly item: string
      readonly separator: string
      readonly body: readonly JmteNode[]
    }

export interface ParsedJmte {
  readonly nodes: readonly JmteNode[]
  readonly problems: readonly JmteProblem[]
  /** The paths that are read, each once, without names that `foreach` defines. */
  readonly variables: readonly string[]
}

/** Blocks within blocks. */
export const MAX_JMTE_DEPTH = 50

const OPEN = '${'
const NAME = /^[\w\-@.]+$/

type Token =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'expression'; readonly text: string; readonly at: number }

export function parseJmte(template: string): ParsedJmte {
  const problems: JmteProblem[] = []
  const tokens = tokensOf(template, problems)
  const reading: Reading = { tokens, problems, variables: new Set(), defined: [], position: 0 }
  const { nodes } = readBlock(reading, 0)
  return { nodes, problems, variables: [...reading.variables] }
}

interface Reading {
  readonly tokens: readonly Token[]
  readonly problems: JmteProblem[]
  readonly variables: Set<string>
  /** Names that the loops around the position define. */
  readonly defined: string[]
  position: number
}

const report = ({ problems }: Reading, message: string, at: number) => void problems.push({ message, at })

function readPath(reading: Reading, text: string, at: number): readonly string[] {
  const path = text.trim()
  if (!NAME.test(path)) report(reading, `"${path.slice(0, 100)}" is not a name`, at)
  const parts = path.split('.')
  if (!reading.defined.includes(parts[0] ?? '')) reading.variables.add(path)
  return parts
}

interface Block {
  readonly nodes: JmteNode[]
  readonly stop: 'end' | 'else' | undefined
}

/** Reads until `${end}` or `${else}`, which is returned, or to the end of the template. */
function readBlock(reading: Reading, depth: number): Block {
  const nodes: JmteNode[] = []
  while (reading.position < reading.tokens.length) {
    const token = reading.tokens[reading.position]
    reading.position += 1
    if (token === undefined) break
    if (token.kind === 'text') {
      nodes.push(token)
      continue
    }
    const word = token.text.trim()
    if (word === 'end' || word === 'else') {
      if (depth > 0) return { nodes, stop: word }
      report(reading, `\${${word}} closes nothing`, token.at)
      continue
    }
    nodes.push(...readExpression(reading, token, depth))
  }
  return { nodes, stop: undefined }
}

type ExpressionToken = Extract<Token, { kind: 'expression' }>

function readExpression(reading: Reading, { text, at }: ExpressionToken, depth: number): readonly JmteNode[] {
  const trimmed = text.trim()
  const isBlock = /^(?:if|foreach)\s/.test(trimmed)
  if (isBlock && depth >= MAX_JMTE_DEPTH) {
    report(reading, `blocks are nested deeper than ${MAX_JMTE_DEPTH}`, at)
    return []
  }
  if (/^if\s/.test(trimmed)) return [readConditional(reading, { text: trimmed.slice(2).trim(), at }, depth)]
  if (/^foreach\s/.test(trimmed)) {
    return [readLoop(reading, { text: text.trimStart().slice('foreach'.length), at }, depth)]
  }
  // Comments and annotations print nothing.
  if (trimmed.startsWith('--') || trimmed.startsWith('@')) return []
  return [readValue(reading, text, at)]
}

type Clause = Pick<ExpressionToken, 'text' | 'at'>

function readConditional(reading: Reading, { text: condition, at }: Clause, depth: number): JmteNode {
  const isNegated = condition.startsWith('!')
  const [left = '', right] = splitUnescaped(isNegated ? condition.slice(1) : condition, '=', 2)
  const path = readPath(reading, left, at)
  const met = readBlock(reading, depth + 1)
  const otherwise = met.stop === 'else' ? readBlock(reading, depth + 1) : { nodes: [], stop: met.stop }
  if (otherwise.stop !== 'end') report(reading, `\${if ${condition.slice(0, 100)}} is not closed by \${end}`, at)
  const literal = right === undefined ? undefined : unquoted(right.trim())
  return { kind: 'if', path, isNegated, literal, met: met.nodes, otherwise: otherwise.nodes }
}

function readLoop(reading: Reading, { text: rest, at }: Clause, depth: number): JmteNode {
  const [, list = '', item = '', separator = ''] = /^\s+(\S+)\s+(\S+)(?: ([\s\S]*))?$/.exec(rest) ?? []
  if (item === '') report(reading, 'foreach needs a list and a name for its items', at)
  const path = readPath(reading, list, at)
  const names = [item, ...['first', 'last', 'odd', 'even', 'index'].map((special) => `${special}_${item}`)]
  const { defined } = reading
  defined.push(...names)
  const body = readBlock(reading, depth + 1)
  if (body.stop !== 'end') report(reading, `\${foreach ${list.slice(0, 100)}} is not closed by \${end}`, at)
  defined.splice(defined.length - names.length, names.length)
  return { kind: 'foreach', path, item, separator: unescaped(separator), body: body.nodes }
}

function readValue(reading: Reading, text: string, at: number): JmteNode {
  const [unformatted = ''] = splitUnescaped(text, ';', 2)
  const parts = splitUnescaped(unformatted, ',', 3)
  const isWrapped = parts.length === 3
  const inner = isWrapped ? (parts[1] ?? '') : unformatted
  const [, name = inner, fallback = ''] = /^([^(]*)\(([\s\S]*)\)\s*$/.exec(inner) ?? []
  return {
    kind: 'value',
    path: readPath(reading, name, at),
    fallback: unescaped(fallback),
    prefix: isWrapped ? unescaped(parts[0] ?? '') : '',
    suffix: isWrapped ? unescaped(parts[2] ?? '') : '',
    at,
  }
}

function tokensOf(template: string, problems: JmteProblem[]): readonly Token[] {
  const tokens: Token[] = []
  let text = ''
  let at = 0
  const flush = () => {
    if (text !== '') tokens.push({ kind: 'text', text })
    text = ''
  }
  while (at < template.length) {
    if (template[at] === '\\' && at + 1 < template.length) {
      text += template[at + 1]
      at += 2
      continue
    }
    if (!template.startsWith(OPEN, at)) {
      text += template[at]
      at += 1
      continue
    }
    const end = endOf(template, at + OPEN.length)
    if (end === -1) {
      problems.push({ message: `"\${" is not closed by "}"`, at })
      text += template.slice(at)
      break
    }
    flush()
    tokens.push({ kind: 'expression', text: template.slice(at + OPEN.length, end), at })
    at = end + 1
  }
  flush()
  return tokens
}

function endOf(template: string, from: number): number {
  for (let at = from; at < template.length; at += 1) {
    if (template[at] === '\\') at += 1
    else if (template[at] === '}') return at
  }
  return -1
}

/** At most `limit` parts; the last one holds further separators. */
function splitUnescaped(text: string, separator: string, limit: number): readonly string[] {
  const parts: string[] = []
  let part = ''
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (character === '\\') {
      part += text.slice(at, at + 2)
      at += 1
    } else if (character === separator && parts.length < limit - 1) {
      parts.push(part)
      part = ''
    } else {
      part += character
    }
  }
  return [...parts, part]
}

const unescaped = (text: string): string => text.replace(/\\([\s\S])/g, '$1')

function unquoted(text: string): string {
  const isQuoted = text.length > 1 && (text.startsWith("'") || text.startsWith('"')) && text.endsWith(text[0] ?? '')
  return unescaped(isQuoted ? text.slice(1, -1) : text)
}
