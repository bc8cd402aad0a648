/** Reads the groups of a pivot from the engine, in as few passes over the messages as possible. */
import type { ScopedSql } from '@logyard/languages/sql/sql'
import { isTooManyRows } from '../search-errors.ts'
import type { SearchTypeContext } from '../search-type.ts'
import type { SqlRow } from '../statements/search-engine.ts'
import { createGroupTree, type GroupTree } from './group-tree.ts'
import { allGroupsSql, firstLevelSql, innermostSql, type PivotSource, totalSql } from './pivot-sql.ts'

/** Maximum number of groups of one pivot, over all groupings, without empty groups. */
export const MAX_GROUPS = 20_000
/** Maximum number of parents in one statement; of more, all groups are read. */
const MAX_NAMED_PARENTS = 1000

/** The statement that `findGroups` begins with. It reads as much as those that may follow. */
export function firstStatement(source: PivotSource, maxGroups: number = MAX_GROUPS): ScopedSql {
  const [first] = source.levels
  if (first === undefined || first.isMultiple) return totalSql(source)
  return mayShareAPass(source) ? allGroupsSql(source, maxGroups) : firstLevelSql(source, maxGroups)
}

const mayShareAPass = ({ levels }: PivotSource): boolean =>
  levels.length > 1 && !levels.some(({ isMultiple }) => isMultiple)

export async function findGroups(
  source: PivotSource,
  { engine, signal }: Pick<SearchTypeContext, 'engine' | 'signal'>,
  maxGroups: number = MAX_GROUPS,
): Promise<GroupTree> {
  const { levels, series } = source
  const read = (statement: ScopedSql) => engine.rows(statement, { signal })
  const tree = createGroupTree(levels, series, maxGroups)

  async function inOnePass(): Promise<boolean> {
    const rows = await read(allGroupsSql(source, maxGroups)).catch((error: unknown) => {
      if (isTooManyRows(error)) return undefined
      throw error
    })
    if (rows === undefined) return false
    const depthOf = ([depth]: SqlRow) => Number(depth)
    tree.add(
      rows.toSorted((a, b) => depthOf(a) - depthOf(b)),
      levels.length,
    )
    return true
  }

  /** Reads each grouping only within the selected groups above. */
  async function levelByLevel(): Promise<void> {
    const [first] = levels
    if (first === undefined || first.isMultiple) tree.add(await read(totalSql(source)), 0)
    else tree.add(await read(firstLevelSql(source, maxGroups)), 1)
    for (let depth = first === undefined || first.isMultiple ? 1 : 2; depth <= levels.length; depth++) {
      const parents = tree.limitedParents(depth - 1, MAX_NAMED_PARENTS)
      if (parents.places.length > 0 && parents.keys.length === 0) return
      const part = { ...source, levels: levels.slice(0, depth) }
      tree.add(await read(innermostSql(part, parents, maxGroups)), depth)
    }
  }

  if (!(mayShareAPass(source) && (await inOnePass()))) await levelByLevel()
  return tree
}
