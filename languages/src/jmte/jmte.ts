/** Templates of notifications and of event fields, in the syntax of JMTE. */
import { type JmteNode, type JmteProblem, parseJmte } from './parse-jmte.ts'

/** Longer output is cut. */
export const MAX_RENDERED_LENGTH = 1_000_000
/** Nodes and items of loops that are rendered, and 16 characters that are compared; the rest is left out. */
export const MAX_RENDER_STEPS = 50_000

export interface JmteTemplate {
  readonly problems: readonly JmteProblem[]
  /** The paths that it reads. */
  readonly variables: readonly string[]
  render(model: JmteModel): RenderedJmte
}

export type JmteModel = Readonly<Record<string, unknown>>

export interface RenderedJmte {
  readonly text: string
  /** Variables that were printed as text although they have no value. */
  readonly missing: readonly string[]
  /** Whether a limit cut the text. */
  readonly isCut: boolean
}

export function compileJmte(template: string): JmteTemplate {
  const { nodes, problems, variables } = parseJmte(template)
  return { problems, variables, render: (model) => renderNodes(nodes, model) }
}

class Cut extends Error {}

function renderNodes(nodes: readonly JmteNode[], model: JmteModel): RenderedJmte {
  const missing = new Set<string>()
  const scopes: JmteModel[] = [model]
  let text = ''
  let steps = 0

  function print(part: string): void {
    text += part
    if (text.length <= MAX_RENDERED_LENGTH) return
    text = text.slice(0, MAX_RENDERED_LENGTH)
    throw new Cut()
  }

  function countSteps(more: number): void {
    steps += more
    if (steps > MAX_RENDER_STEPS) throw new Cut()
  }

  function isMet({ isNegated, literal, path }: Extract<JmteNode, { kind: 'if' }>): boolean {
    const value = resolve(path)
    if (literal === undefined) return isTruthy(value) !== isNegated
    const compared = textOf(value)
    countSteps(compared.length / 16)
    return (compared === literal) !== isNegated
  }

  function resolve(path: readonly string[]): unknown {
    const [first = ''] = path
    const scope = scopes.findLast((candidate) => Object.hasOwn(candidate, first))
    return path.reduce(property, scope)
  }

  function renderValue(node: Extract<JmteNode, { kind: 'value' }>): void {
    const printed = textOf(resolve(node.path))
    if (printed === '') {
      if (node.fallback === '') missing.add(node.path.join('.'))
      if (node.fallback !== '') print(node.prefix + node.fallback + node.suffix)
      return
    }
    print(node.prefix + printed + node.suffix)
  }

  function renderLoop({ path, item, separator, body }: Extract<JmteNode, { kind: 'foreach' }>): void {
    const items = itemsOf(resolve(path))
    for (const [place, one] of items.entries()) {
      countSteps(1)
      if (place > 0) print(separator)
      scopes.push({
        [item]: one,
        [`first_${item}`]: place === 0,
        [`last_${item}`]: place === items.length - 1,
        [`odd_${item}`]: place % 2 === 1,
        [`even_${item}`]: place % 2 === 0,
        [`index_${item}`]: place,
      })
      render(body)
      scopes.pop()
    }
  }

  function render(list: readonly JmteNode[]): void {
    for (const node of list) {
      countSteps(1)
      if (node.kind === 'text') print(node.text)
      else if (node.kind === 'value') renderValue(node)
      else if (node.kind === 'foreach') renderLoop(node)
      else render(isMet(node) ? node.met : node.otherwise)
    }
  }

  try {
    render(nodes)
    return { text, missing: [...missing], isCut: false }
  } catch (error) {
    if (!(error instanceof Cut)) throw error
    return { text, missing: [...missing], isCut: true }
  }
}

/** Own properties only, so that a template cannot reach what the model does not contain. */
function property(value: unknown, name: string): unknown {
  if (value instanceof Map) return value.get(name)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  if (!Object.hasOwn(value, name)) return undefined
  return Reflect.get(value, name)
}

function isTruthy(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === '') return false
  if (Array.isArray(value)) return value.length > 0
  return typeof value !== 'object' || value instanceof Date || hasEntries(value)
}

function itemsOf(value: unknown): readonly unknown[] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value
  if (typeof value === 'object' && !(value instanceof Date)) {
    return entriesOf(value).map(([key, inner]) => ({ key, value: inner }))
  }
  return [value]
}

function hasEntries(value: object): boolean {
  if (value instanceof Map) return value.size > 0
  for (const key in value) if (Object.hasOwn(value, key)) return true
  return false
}

const entriesOf = (value: object): readonly (readonly [string, unknown])[] =>
  value instanceof Map ? [...value].map(([key, inner]) => [String(key), inner] as const) : Object.entries(value)

/** Values within values are cut at this depth. */
const MAX_TEXT_DEPTH = 10

/** Ends soon after the text is as long as a rendered one may be. */
function textOf(value: unknown): string {
  let text = ''

  function write(part: unknown, depth: number): void {
    if (part === null || part === undefined || depth > MAX_TEXT_DEPTH) return
    if (typeof part === 'string') text += part
    else if (part instanceof Date) text += part.toISOString()
    else if (Array.isArray(part)) writeList(part, depth)
    else if (typeof part === 'object') writeMap(part, depth)
    else text += String(part)
  }

  function writeList(list: readonly unknown[], depth: number): void {
    if (list.length === 0) return
    if (list.length === 1 && depth === 0) {
      write(list[0], depth + 1)
      return
    }
    text += '['
    for (const [place, item] of list.entries()) {
      if (text.length > MAX_RENDERED_LENGTH) break
      if (place > 0) text += ', '
      write(item, depth + 1)
    }
    text += ']'
  }

  function writeMap(map: object, depth: number): void {
    text += '{'
    for (const [place, [key, inner]] of entriesOf(map).entries()) {
      if (text.length > MAX_RENDERED_LENGTH) break
      text += `${place > 0 ? ', ' : ''}${key}=`
      write(inner, depth + 1)
    }
    text += '}'
  }

  write(value, 0)
  return text
}
