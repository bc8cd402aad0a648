/** The groups of a pivot, each within its parent, as they come from the engine and as they are shown. */
import { compareCodePoints } from '@logyard/languages/list-query/compare-code-points'
import type { SqlRow } from '../statements/search-engine.ts'
import type { GroupKey, PivotLevel } from './pivot-level.ts'
import type { Series } from './series.ts'

export interface Group {
  readonly key: GroupKey
  readonly count: number
  /** In the order of the series. */
  readonly values: readonly (number | null)[]
  /** In their order, cut at the limit, empty ones included. */
  readonly children: readonly Group[]
}

export interface GroupTree {
  /** Rows of `keyCount` keys, parents before children. Groups whose parent is not there are left out. */
  add(rows: readonly SqlRow[], keyCount: number): void
  /** The groups that may have children, by the keys that limits chose; no keys where no limit chose any. */
  limitedParents(
    depth: number,
    maxNamed: number,
  ): { readonly places: readonly number[]; readonly keys: readonly (readonly GroupKey[])[] }
  /** What is shown, beginning with the whole; cut when there are more groups than may be shown. */
  show(): { readonly whole: Group; readonly isCut: boolean }
}

interface Node {
  readonly key: GroupKey
  readonly count: number
  readonly values: readonly (number | null)[]
  readonly children: Map<GroupKey, Node>
}

export function createGroupTree(
  levels: readonly PivotLevel[],
  series: readonly Series[],
  maxGroups: number,
): GroupTree {
  const empty = series.map((one) => one.empty)
  let whole: Node = { key: '', count: 0, values: empty, children: new Map() }
  let left = maxGroups
  let isCut = false

  function add(rows: readonly SqlRow[], keyCount: number): void {
    for (const row of rows) {
      const depth = Number(row[0])
      const numbers = row.slice(1 + keyCount)
      const node = {
        count: Number(numbers[0]),
        values: empty.map((none, place) => numberOf(numbers[1 + place]) ?? none),
        children: new Map<GroupKey, Node>(),
      }
      if (depth === 0) {
        whole = { key: '', ...node, children: whole.children }
        continue
      }
      const path = row.slice(1, 1 + depth)
      const parent = descend(path.slice(0, -1))
      const key = path.at(-1)
      if (parent !== undefined && isKey(key)) parent.children.set(key, { key, ...node })
    }
  }

  function descend(path: readonly unknown[]): Node | undefined {
    let node: Node | undefined = whole
    for (const key of path) node = isKey(key) ? node?.children.get(key) : undefined
    return node
  }

  /** Of the groups under one parent those that count, in their order. */
  function chosen(children: ReadonlyMap<GroupKey, Node>, level: PivotLevel): readonly Node[] {
    const sorted = [...children.values()].sort(comparison(level))
    return level.limit === undefined ? sorted : sorted.slice(0, level.limit)
  }

  function shown(node: Node, depth: number): Group {
    const level = levels[depth]
    if (level === undefined) return { ...node, children: [] }
    const children: Group[] = []
    for (const child of chosen(withEmpty(node.children, level), level)) {
      if (left === 0) {
        isCut = true
        break
      }
      left -= 1
      children.push(shown(child, depth + 1))
    }
    return { ...node, children }
  }

  function withEmpty(children: ReadonlyMap<GroupKey, Node>, level: PivotLevel): ReadonlyMap<GroupKey, Node> {
    if (level.span === undefined) return children
    const present = [...children.keys()].map(Number)
    const first = present.reduce<number | undefined>((a, b) => (a === undefined || b < a ? b : a), undefined)
    const last = present.reduce<number | undefined>((a, b) => (a === undefined || b > a ? b : a), undefined)
    const span = level.span(first, last)
    if (span === undefined) return children
    if (span[1] - span[0] >= left) {
      isCut = true
      return children
    }
    const all = new Map(children)
    for (let key = span[0]; key <= span[1]; key++) {
      if (!all.has(key)) all.set(key, { key, count: 0, values: empty, children: new Map() })
    }
    return all
  }

  return {
    add,
    limitedParents(depth, maxNamed) {
      const parents = levels.slice(0, depth)
      const lastLimited = parents.findLastIndex(({ limit }) => limit !== undefined)
      const places = parents.flatMap(({ limit }, place) => (limit === undefined || place > lastLimited ? [] : [place]))
      const tuples = new Map<string, readonly GroupKey[]>()
      const collect = (node: Node, level: number, path: readonly GroupKey[]): void => {
        if (level > lastLimited) tuples.set(JSON.stringify(path, bigintText), path)
        else {
          const isNamed = places.includes(level)
          const grouping = parents[level]
          if (grouping === undefined) return
          for (const child of chosen(node.children, grouping)) {
            collect(child, level + 1, isNamed ? [...path, child.key] : path)
          }
        }
      }
      if (places.length > 0) collect(whole, 0, [])
      return tuples.size > maxNamed ? { places: [], keys: [] } : { places, keys: [...tuples.values()] }
    },
    show: () => ({ whole: shown(whole, 0), isCut }),
  }
}

const bigintText = (_key: string, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)

/** Of exotic 64-bit sums the last digits go; no number at all is `undefined`. */
function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined
}

const isKey = (key: unknown): key is GroupKey =>
  typeof key === 'string' || typeof key === 'number' || typeof key === 'bigint' || typeof key === 'boolean'

function comparison(level: PivotLevel): (a: Node, b: Node) => number {
  return (a, b) => {
    for (const { by, isDescending } of level.orderings) {
      const order =
        by === 'key'
          ? compareKeys(a.key, b.key, level.hasNumericTexts) * (isDescending ? -1 : 1)
          : by === 'count'
            ? compareNumbers(a.count, b.count, isDescending)
            : compareNumbers(a.values[by] ?? null, b.values[by] ?? null, isDescending)
      if (order !== 0) return order
    }
    return 0
  }
}

/** What has no value comes last in both directions. */
function compareNumbers(a: number | null, b: number | null, isDescending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return isDescending ? b - a : a - b
}

function compareKeys(a: GroupKey, b: GroupKey, areNumbers: boolean): number {
  if (typeof a === 'string' && typeof b === 'string') {
    return areNumbers ? Number(a) - Number(b) || compareCodePoints(a, b) : compareCodePoints(a, b)
  }
  return a < b ? -1 : a > b ? 1 : 0
}
