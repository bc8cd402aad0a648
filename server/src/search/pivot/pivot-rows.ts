/** Turns the groups of a pivot into the rows of its result. */

import type { PivotRow, PivotValue } from '@logyard/contract/search/search-results'
import type { Pivot } from '@logyard/contract/search/search-types'
import type { Group } from './group-tree.ts'
import type { PivotLevel } from './pivot-level.ts'
import type { Series } from './series.ts'

export function pivotRows(
  whole: Group,
  {
    rowLevels,
    columnLevels,
    series,
    rollup,
  }: {
    readonly rowLevels: readonly PivotLevel[]
    readonly columnLevels: readonly PivotLevel[]
    readonly series: readonly Series[]
    readonly rollup: Pivot['rollup']
  },
): readonly PivotRow[] {
  const rows: PivotRow[] = []

  const valuesOf = (group: Group, columnKey: readonly string[], source: PivotValue['source']): readonly PivotValue[] =>
    series.map(({ id }, place) => ({
      key: [...columnKey, id],
      value: group.values[place] ?? null,
      rollup: source !== 'col-leaf',
      source,
    }))

  function cells(group: Group, columnKey: readonly string[]): readonly PivotValue[] {
    const level = columnLevels[columnKey.length]
    if (level === undefined) return valuesOf(group, columnKey, 'col-leaf')
    const inner = group.children.flatMap((child) => cells(child, [...columnKey, level.keyText(child.key)]))
    return rollup && columnKey.length > 0 ? [...inner, ...valuesOf(group, columnKey, 'col-inner')] : inner
  }

  function visit(group: Group, key: readonly string[]): void {
    const level = rowLevels[key.length]
    if (level === undefined) {
      const values = columnLevels.length === 0 ? [] : cells(group, [])
      rows.push({
        key: [...key],
        values: rollup ? [...values, ...valuesOf(group, [], 'row-leaf')] : [...values],
        source: 'leaf',
      })
      return
    }
    for (const child of group.children) visit(child, [...key, level.keyText(child.key)])
    if (rollup) rows.push({ key: [...key], values: [...valuesOf(group, [], 'row-inner')], source: 'non-leaf' })
  }

  visit(whole, [])
  return rows
}
