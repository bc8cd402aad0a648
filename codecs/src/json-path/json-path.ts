/**
 * The part of JSONPath that selects values: `$.a.b[1]['c d']`, `[-1]` from the end, `[0,2]` and `[1:3]` for several
 * elements, `*` for all children, `..` for all descendants, `[?(@.price < 10)]` for elements under a condition. Scripts
 * and functions are not supported.
 */
import { type Condition, type PathReader, readCondition, type ValueInFilter } from './json-path-filter.ts'

export type JsonPath = readonly JsonPathStep[]

export interface JsonPathStep {
  /** A name, an index, all children, or some of them. */
  readonly select: string | number | typeof EVERY_CHILD | JsonSelection
  /** Whether descendants are searched as well. */
  readonly isDeep: boolean
}

type JsonSelection =
  | { readonly kind: 'elements'; elementsOf(list: readonly unknown[]): readonly unknown[] }
  | { readonly kind: 'filter'; readonly condition: Condition }

export const EVERY_CHILD = Symbol('every child')
const LONGEST_PATH = 2000
/** Names in a filter end where an operator begins. */
const stepPattern = (endOfName: string) =>
  new RegExp(
    String.raw`(?<deep>\.\.)?(?:\[\s*(?:(?<index>-?\d{1,15})|(?<star>\*)|'(?<single>(?:[^'\\]|\\.)*)'|"(?<double>(?:[^"\\]|\\.)*)")\s*\]|(?<dot>\.)?(?:(?<dotStar>\*)|(?<name>[^\s.[\]'"*()?@,:${endOfName}]+)))`,
    'y',
  )
const STEP = stepPattern('')
const STEP_IN_FILTER = stepPattern('=!<>&|')

/** Returns undefined if the path is invalid or unsupported. */
export function parseJsonPath(text: string): JsonPath | undefined {
  const path = text.trim()
  if (!path.startsWith('$') || path.length > LONGEST_PATH) return undefined
  const reader = { text: path, at: 1 }
  const steps = readSteps(reader, STEP)
  return reader.at === path.length ? steps : undefined
}

/** Reads as far as the path goes. */
function readSteps(reader: PathReader, pattern: RegExp): JsonPath | undefined {
  const steps: JsonPathStep[] = []
  while (true) {
    pattern.lastIndex = reader.at
    const groups = pattern.exec(reader.text)?.groups
    if (groups === undefined) {
      const step = readSelection(reader)
      if (step === 'none') return steps
      if (step === undefined) return undefined
      steps.push(step)
      continue
    }
    const { deep, dot, index, star, dotStar, single, double, name } = groups
    const isBare = name !== undefined || dotStar !== undefined
    // A bare name requires `.` or `..` before it.
    if (isBare && (deep === undefined) === (dot === undefined)) return undefined
    const quoted = (single ?? double)?.replace(/\\(.)/g, '$1')
    const isStar = star !== undefined || dotStar !== undefined
    const select = isStar ? EVERY_CHILD : index === undefined ? (quoted ?? name ?? '') : Number(index)
    steps.push({ select, isDeep: deep !== undefined })
    reader.at = pattern.lastIndex
  }
}

const INDICES = /(?<deep>\.\.)?\[\s*(?<list>-?\d{1,9}(?:\s*,\s*-?\d{1,9})+)\s*\]/y
const RANGE = /(?<deep>\.\.)?\[\s*(?<from>-?\d{1,9})?\s*:\s*(?<to>-?\d{1,9})?\s*\]/y
const FILTER = /(?<deep>\.\.)?\[\s*\?\s*\(/y
const FILTER_END = /\s*\)\s*\]/y

/** Undefined if a selection begins and is invalid. */
function readSelection(reader: PathReader): JsonPathStep | 'none' | undefined {
  const list = accept(reader, INDICES)
  if (list !== undefined) {
    const indices = (list['list'] ?? '').split(',').map(Number)
    const elementsOf = (elements: readonly unknown[]) =>
      indices.map((index) => elements.at(index)).filter((element) => element !== undefined)
    return { select: { kind: 'elements', elementsOf }, isDeep: list['deep'] !== undefined }
  }
  const range = accept(reader, RANGE)
  if (range !== undefined) {
    const [from, to] = [range['from'], range['to']].map((end) => (end === undefined ? undefined : Number(end)))
    const elementsOf = (elements: readonly unknown[]) => elements.slice(from, to)
    return { select: { kind: 'elements', elementsOf }, isDeep: range['deep'] !== undefined }
  }
  const filter = accept(reader, FILTER)
  if (filter === undefined) return 'none'
  const condition = readCondition(reader, readPathInFilter)
  if (condition === undefined || accept(reader, FILTER_END) === undefined) return undefined
  return { select: { kind: 'filter', condition }, isDeep: filter['deep'] !== undefined }
}

function accept(reader: PathReader, pattern: RegExp): Readonly<Record<string, string | undefined>> | undefined {
  pattern.lastIndex = reader.at
  const match = pattern.exec(reader.text)
  if (match === null) return undefined
  reader.at = pattern.lastIndex
  return match.groups ?? {}
}

/** A condition is tested for many elements: each of its paths has one value at most. */
function readPathInFilter(reader: PathReader): ValueInFilter | undefined {
  const isOfRoot = reader.text[reader.at] === '$'
  reader.at += 1
  const path = readSteps(reader, STEP_IN_FILTER)
  if (path === undefined || !isDefinite(path)) return undefined
  const maxVisited = path.length + 1
  return (tested, root) => firstAt(isOfRoot ? root : tested, path, 2 * maxVisited)
}

/** Whether a path can match only one value. */
export const isDefinite = (path: JsonPath): boolean =>
  path.every(({ select, isDeep }) => (typeof select === 'string' || typeof select === 'number') && !isDeep)

/** The first match in document order; undefined if there is none within `maxVisited` values. */
export const firstAt = (root: unknown, path: JsonPath, maxVisited: number): unknown =>
  valuesAt(root, path, { maxVisited, maxFound: 1 })[0]

interface PathLimits {
  readonly maxVisited: number
  readonly maxFound: number
}

/** The matches in document order, as far as the limits allow. */
export function valuesAt(root: unknown, path: JsonPath, { maxVisited, maxFound }: PathLimits): readonly unknown[] {
  const found: unknown[] = []
  const waiting: { readonly value: unknown; readonly step: number }[] = [{ value: root, step: 0 }]
  let visited = 0
  for (let next = waiting.pop(); next !== undefined && visited < maxVisited; next = waiting.pop()) {
    const { value, step } = next
    const { select, isDeep } = path[step] ?? { select: undefined, isDeep: false }
    if (select === undefined) {
      found.push(value)
      if (found.length >= maxFound) break
      continue
    }
    // The stack is last in, first out: matches here come before those of descendants.
    const below = isDeep ? childrenOf(value) : []
    for (const child of below.toReversed()) waiting.push({ value: child, step })
    const here = typeof select === 'object' ? selected(value, select, isDeep, root) : matches(value, select)
    for (const match of here.toReversed()) waiting.push({ value: match, step: step + 1 })
    visited += 1 + below.length + here.length
  }
  return found
}

/** Behind `..` every object is tested by a filter: the elements of a list are then not tested again. */
function selected(value: unknown, select: JsonSelection, isDeep: boolean, root: unknown): readonly unknown[] {
  if (select.kind === 'elements') return Array.isArray(value) ? select.elementsOf(value) : []
  const { condition } = select
  if (Array.isArray(value)) return isDeep ? [] : value.filter((element) => condition(element, root))
  return typeof value === 'object' && value !== null && condition(value, root) ? [value] : []
}

function matches(value: unknown, select: Exclude<JsonPathStep['select'], JsonSelection>): readonly unknown[] {
  if (select === EVERY_CHILD) return childrenOf(value)
  if (Array.isArray(value)) {
    const item: unknown = typeof select === 'number' ? value.at(select) : undefined
    return item === undefined ? [] : [item]
  }
  if (typeof value !== 'object' || value === null) return []
  const entry = Object.getOwnPropertyDescriptor(value, select)
  return entry === undefined ? [] : [entry.value]
}

function childrenOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return typeof value === 'object' && value !== null ? Object.values(value) : []
}
