/**
 * The part of JSONPath that selects values: `$.a.b[1]['c d']`, `[-1]` from the end, `*` for all children, `..` for all
 * descendants. Filters and scripts are not supported.
 */
export type JsonPath = readonly JsonPathStep[]

export interface JsonPathStep {
  /** A name, an index, or all children. */
  readonly select: string | number | typeof EVERY_CHILD
  /** Whether descendants are searched as well. */
  readonly isDeep: boolean
}

export const EVERY_CHILD = Symbol('every child')
const LONGEST_PATH = 2000
const STEP =
  /(?<deep>\.\.)?(?:\[\s*(?:(?<index>-?\d{1,15})|(?<star>\*)|'(?<single>(?:[^'\\]|\\.)*)'|"(?<double>(?:[^"\\]|\\.)*)")\s*\]|(?<dot>\.)?(?:(?<dotStar>\*)|(?<name>[^\s.[\]'"*()?@,:]+)))/y

/** Returns undefined if the path is invalid or unsupported. */
export function parseJsonPath(text: string): JsonPath | undefined {
  const path = text.trim()
  if (!path.startsWith('$') || path.length > LONGEST_PATH) return undefined
  const steps: JsonPathStep[] = []
  for (let at = 1; at < path.length; at = STEP.lastIndex) {
    STEP.lastIndex = at
    const groups = STEP.exec(path)?.groups
    if (groups === undefined) return undefined
    const { deep, dot, index, star, dotStar, single, double, name } = groups
    const isBare = name !== undefined || dotStar !== undefined
    // A bare name requires `.` or `..` before it.
    if (isBare && (deep === undefined) === (dot === undefined)) return undefined
    const quoted = (single ?? double)?.replace(/\\(.)/g, '$1')
    const isStar = star !== undefined || dotStar !== undefined
    const select = isStar ? EVERY_CHILD : index === undefined ? (quoted ?? name ?? '') : Number(index)
    steps.push({ select, isDeep: deep !== undefined })
  }
  return steps
}

/** Whether a path can match only one value. */
export const isDefinite = (path: JsonPath): boolean =>
  path.every(({ select, isDeep }) => select !== EVERY_CHILD && !isDeep)

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
    const here = matches(value, select)
    for (const match of here.toReversed()) waiting.push({ value: match, step: step + 1 })
    visited += 1 + below.length + here.length
  }
  return found
}

function matches(value: unknown, select: JsonPathStep['select']): readonly unknown[] {
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
