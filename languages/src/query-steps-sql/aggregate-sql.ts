/** SQL of the aggregates of steps. */
import type { StepAggregate } from '../query-steps/step-tree.ts'
import { type Sql, sql } from '../sql/sql.ts'
import { finite } from './function-sql.ts'

const NO_NUMBER = sql`CAST(NULL AS Nullable(Float64))`
const NO_TEXT = sql`CAST(NULL AS Nullable(String))`

/** `value` is undefined for `count()`, and for values that are always missing. `order` is the place of a message in time. */
export function aggregateSql({ name, level }: StepAggregate, value: Sql | undefined, order: Sql): Sql {
  const number = value ?? NO_NUMBER
  const any = value ?? NO_TEXT
  switch (name) {
    case 'count':
      return sql`toFloat64(count(${value ?? sql``}))`
    case 'count_if':
      return sql`toFloat64(countIf(ifNull(${value ?? sql`0`}, 0)))`
    case 'distinct':
      return sql`toFloat64(uniqExact(${any}))`
    case 'sum':
      return finite(sql`sumOrNull(${number})`)
    case 'avg':
      return finite(sql`avgOrNull(${number})`)
    case 'min':
      return sql`minOrNull(${any})`
    case 'max':
      return sql`maxOrNull(${any})`
    case 'median':
    case 'percentile':
      return finite(sql`quantileExactInclusiveOrNull(${level})(${number})`)
    case 'first':
      return sql`argMinOrNullIf(assumeNotNull(${any}), ${order}, isNotNull(${any}))`
    case 'last':
      return sql`argMaxOrNullIf(assumeNotNull(${any}), ${order}, isNotNull(${any}))`
    default:
      return name satisfies never
  }
}
