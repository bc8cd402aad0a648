/** SQL that reads texts as numbers, in the same way as `readNumber`. */
import { INTEGER_TEXT, NUMBER_TEXT } from '../query/number-text.ts'
import { type Sql, sql } from '../sql/sql.ts'
import { allOf } from './condition.ts'

const isNumber = (text: Sql): Sql => sql`match(${text}, ${`\\A${NUMBER_TEXT}\\z`})`

/** SQL of a Nullable(Float64): NULL if the text is not a number. */
export function numberOfText(text: Sql): Sql {
  const parsed = sql`toFloat64OrNull(${text})`
  return sql`if(${isNumber(text)} AND isFinite(${parsed}), ${parsed}, NULL)`
}

/** Conditions on the number that a text is: an Int128 or a Float64. */
export interface NumberTextCondition {
  readonly integer: (value: Sql) => Sql
  readonly decimal: (value: Sql) => Sql
}

/** Condition: the text is a number that satisfies the condition for its kind. Never NULL. */
export function numberTextCondition(text: Sql, { integer, decimal }: NumberTextCondition): Sql {
  const digits = sql`extract(${text}, ${`\\A${INTEGER_TEXT}\\z`})`
  const parsed = sql`toFloat64OrZero(${text})`
  const isDecimal = allOf([isNumber(text), sql`isFinite(${parsed})`, decimal(parsed)])
  // The engine reads only the texts of messages that have one, which may be few, if it knows first that they have one.
  return sql`(isNotNull(${text}) AND if(${digits} != '', ${integer(sql`toInt128OrZero(${digits})`)}, ${isDecimal}))`
}
