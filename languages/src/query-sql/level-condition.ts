/** The condition that a value of the field `level` matches, whether it is a number or a name. */
import { LEVEL_NAMES } from '@logyard/contract/messages/message-levels'
import { type LevelLeaf, spellingsOf } from '../query/level-values.ts'
import { type Sql, sql } from '../sql/sql.ts'
import { sqlList } from '../sql/sql-parts.ts'
import { anyOf, NEVER } from './condition.ts'
import { leafCondition } from './leaf-condition.ts'
import type { ValueCondition } from './value-condition.ts'

const ALL_LEVELS: ReadonlySet<number> = new Set(LEVEL_NAMES.keys())

/** `others` is for texts that are not levels. Without it the field holds numbers, and other texts may only be numbers. */
export function levelCondition(levels: LevelLeaf, others: Pick<ValueCondition, 'string'> | undefined): ValueCondition {
  const accepted = (value: Sql) => isAnyOf(value, levels.accepted)
  const { integer, decimal, numberText } = leafCondition(levels.numbers)
  return {
    ...(integer && { integer }),
    ...(decimal && { decimal }),
    string: (value) => {
      if (others === undefined) return anyOf([accepted(value), numberText?.(value) ?? NEVER])
      if (levels.isByName || others.string === undefined) return accepted(value)
      return sql`if(${isAnyOf(value, ALL_LEVELS)}, ${accepted(value)}, ${others.string(value)})`
    },
  }
}

const isAnyOf = (value: Sql, levels: ReadonlySet<number>): Sql =>
  levels.size === 0 ? NEVER : sql`lower(${value}) IN (${sqlList(spellingsOf(levels))})`
