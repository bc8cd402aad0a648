/** The groups of a pivot as a tree: built from the engine's rows, then sorted, limited and filled up for the result. */
import { compareCodePoints } from '@logyard/languages/list-query/compare-code-points'
import type { SqlRow } from '../statements/search-engine.ts'
import type { GroupKey, PivotLevel } from './pivot-level.ts'
import type { Series } from './series.ts'

export interface Group {
  readonly key: GroupKey
  readonly count: number
  /** Values in the order of the series. */
  readonly values: readonly (number | null)[]
  /** Sorted and limited, with empty groups. */
  readonly children: readonly Group[]
}

export type GroupTree = ReturnType<typeof createGroupTree>

export interface LimitedParents {
  /** The positions of the groupings whose keys are given. */
  readonly places: readonly number[]
  readonly keys: readonly (readonly GroupKey[])[]
}

interface Node {
  readonly key: GroupKey
  readonly count: number
  readonly values: readonly (number | null)[]
  readonly children: Map<GroupKey, Node>
}

interface TreeState {
  readonly levels: readonly PivotLevel[]
  /** The values of a group without messages. */
  readonly empty: readonly (number | null)[]
  whole: Node
  /** How many more groups may be shown. */
  left: number
  isCut: boolean
}

export function createGroupTree(levels: readonly PivotLevel[], series: readonly Series[], maxGroups: number) {
  const empty = series.map((one) => one.empty)
  const whole: Node = { key: '', count: 0, values: empty, children: new Map() }
  const tree: TreeState = { levels, empty, whole, left: maxGroups, isCut: false }
  return {
    /** Rows with `keyCount` keys, parents before children. Groups without a parent in the tree are ignored. */
    add(rows: readonly SqlRow[], keyCount: number) {
      for (const row of rows) addRow(tree, row, keyCount)
    },
    /** The groups above `depth` that limits have selected; none if there is no limit, or if they exceed `maxNamed`. */
    limitedParents: (depth: number, maxNamed: number) => limitedParents(tree, depth, maxNamed),
    /** The groups of the result under one root; `isCut` if there are more than the maximum. */
    show: () => ({ whole: shownGroup(tree, tree.whole, 0), isCut: tree.isCut }),
  }
}

function addRow(tree: TreeState, row: SqlRow, keyCount: number): void {
  const depth = Number(row[0])
  const numbers = row.slice(1 + keyCount)
  const node = {
    count: Number(numbers[0]),
    values: tree.empty.map((none, place) => numberOf(numbers[1 + place]) ?? none),
    children: new Map<GroupKey, Node>(),
  }
  if (depth === 0) {
    tree.whole = { key: '', ...node, children: tree.whole.children }
    return
  }
  const path = row.slice(1, 1 + depth)
  const parent = descend(tree.whole, path.slice(0, -1))
  const key = path.at(-1)
  if (parent !== undefined && isKey(key)) parent.children.set(key, { key, ...node })
}

function descend(root: Node, path: readonly unknown[]): Node | undefined {
  let node: Node | undefined = root
  for (const key of path) node = isKey(key) ? node?.children.get(key) : undefined
  return node
}

/** The groups within the limit of the level, sorted. */
function limitedGroups(children: ReadonlyMap<GroupKey, Node>, level: PivotLevel): readonly Node[] {
  const sorted = [...children.values()].sort(comparison(level))
  return level.limit === undefined ? sorted : sorted.slice(0, level.limit)
}

function shownGroup(tree: TreeState, node: Node, depth: number): Group {
  const level = tree.levels[depth]
  if (level === undefined) return { ...node, children: [] }
  const children: Group[] = []
  for (const child of limitedGroups(withEmptyGroups(tree, node.children, level), level)) {
    if (tree.left === 0) {
      tree.isCut = true
      break
    }
    tree.left -= 1
    children.push(shownGroup(tree, child, depth + 1))
  }
  return { ...node, children }
}

function withEmptyGroups(
  tree: TreeState,
  children: ReadonlyMap<GroupKey, Node>,
  level: PivotLevel,
): ReadonlyMap<GroupKey, Node> {
  if (level.span === undefined) return children
  const present = [...children.keys()].map(Number)
  const first = present.reduce<number | undefined>((a, b) => (a === undefined || b < a ? b : a), undefined)
  const last = present.reduce<number | undefined>((a, b) => (a === undefined || b > a ? b : a), undefined)
  const span = level.span(first, last)
  if (span === undefined) return children
  if (span[1] - span[0] >= tree.left) {
    tree.isCut = true
    return children
  }
  const all = new Map(children)
  for (let key = span[0]; key <= span[1]; key++) {
    if (!all.has(key)) all.set(key, { key, count: 0, values: tree.empty, children: new Map() })
  }
  return all
}

function limitedParents(tree: TreeState, depth: number, maxNamed: number): LimitedParents {
  const parents = tree.levels.slice(0, depth)
  const lastLimited = parents.findLastIndex(({ limit }) => limit !== undefined)
  const places = parents.flatMap(({ limit }, place) => (limit === undefined || place > lastLimited ? [] : [place]))
  const tuples = new Map<string, readonly GroupKey[]>()
  const collect = (node: Node, level: number, path: readonly GroupKey[]): void => {
    const grouping = parents[level]
    if (level > lastLimited || grouping === undefined) {
      tuples.set(JSON.stringify(path, bigintText), path)
      return
    }
    const isNamed = places.includes(level)
    for (const child of limitedGroups(node.children, grouping)) {
      collect(child, level + 1, isNamed ? [...path, child.key] : path)
    }
  }
  if (places.length > 0) collect(tree.whole, 0, [])
  return tuples.size > maxNamed ? { places: [], keys: [] } : { places, keys: [...tuples.values()] }
}

const bigintText = (_key: string, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)

/** Returns undefined for anything but numbers; 64-bit sums may lose their last digits. */
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

/** Missing values come last in both directions. */
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
