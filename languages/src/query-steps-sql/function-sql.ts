/**
 * SQL of the functions of steps. Numbers and times are Nullable(Float64), texts Nullable(String), booleans Nullable(UInt8).
 * `query-steps/run-function.ts` says the same in TypeScript: a test compares both, so change both.
 */
import { NUMBER_TEXT } from '../query/number-text.ts'
import { ISO_TIME, MAX_TIME_MS, MIN_TIME_MS, PRIVATE_NETWORKS, TEXT_EDGES } from '../query-steps/step-meaning.ts'
import type { PlainFunction, StepCall, StepType } from '../query-steps/step-tree.ts'
import { type Sql, sql } from '../sql/sql.ts'
import { joinSql, sqlList } from '../sql/sql-parts.ts'

/** An argument with its type. */
export interface TypedSql {
  readonly sql: Sql
  readonly type: StepType
}

const LARGEST = sql`toFloat64('1.7976931348623157e308')`

/** Missing instead of infinite or no number at all; 0 instead of -0. */
export const finite = (number: Sql): Sql => sql`nullIf(ifNotFinite(${number} + 0, ${LARGEST}), ${LARGEST})`

/** A whole number of milliseconds, missing outside of the years 1900 to 2299. */
export function inTimes(ms: Sql): Sql {
  const below = sql`toFloat64(${MIN_TIME_MS - 1})`
  const above = sql`toFloat64(${MAX_TIME_MS + 1})`
  return sql`nullIf(nullIf(greatest(least(floor(${ms}), ${above}), ${below}), ${above}), ${below})`
}

const instantOf = (ms: Sql): Sql => sql`fromUnixTimestamp64Milli(toInt64(${ms}), 'UTC')`

export function textOf({ sql: value, type }: TypedSql): Sql {
  switch (type) {
    case 'time':
      return sql`replaceOne(concat(toString(${instantOf(value)}), 'Z'), ' ', 'T')`
    case 'boolean':
      return sql`toString(CAST(${value} AS Nullable(Bool)))`
    case 'number':
      return sql`toString(${value})`
    default:
      return value
  }
}

export function numberOf({ sql: value, type }: TypedSql): Sql {
  if (type === 'text') return finite(sql`toFloat64OrNull(extract(${value}, ${`\\A(${NUMBER_TEXT})\\z`}))`)
  return type === 'boolean' ? sql`toFloat64(${value})` : value
}

function timeOf({ sql: value, type }: TypedSql): Sql {
  if (type !== 'text') return inTimes(value)
  const parsed = sql`parseDateTime64BestEffortOrNull(extract(${value}, ${`\\A(${ISO_TIME})\\z`}), 3, 'UTC')`
  return sql`toFloat64(toUnixTimestamp64Milli(${parsed}))`
}

const isAddress = (text: Sql): Sql => sql`(isIPv4String(${text}) OR isIPv6String(${text}))`
/** Another address than any that is asked for takes the place of texts that are none. */
const addressOr = (text: Sql): Sql => sql`if(ifNull(${isAddress(text)}, 0), assumeNotNull(${text}), '::')`

function inNetworks(text: Sql, networks: readonly string[]): Sql {
  const isIn = joinSql(
    networks.map((network) => sql`isIPAddressInRange(address, ${network})`),
    sql` OR `,
  )
  const found = sql`arrayExists(address -> (${isIn}), [${addressOr(text)}])`
  return sql`if(isNull(${text}), NULL, ${isAddress(text)} AND ${found})`
}

type One = (value: Sql, type: StepType) => Sql
const one =
  (write: One) =>
  ([first]: readonly TypedSql[]): Sql => {
    if (first === undefined) throw new TypeError('a function has no argument')
    return write(first.sql, first.type)
  }
const two =
  (write: (left: Sql, right: Sql) => Sql) =>
  ([left, right]: readonly TypedSql[]): Sql => {
    if (left === undefined || right === undefined) throw new TypeError('a function lacks an argument')
    return write(left.sql, right.sql)
  }
const joined =
  (separator: Sql) =>
  (args: readonly TypedSql[]): Sql =>
    sql`(${joinSql(
      args.map((arg) => arg.sql),
      separator,
    )})`
const partOfTime = (write: (instant: Sql) => Sql) => one((ms) => sql`toFloat64(${write(instantOf(ms))})`)

/** SQL of the functions without constants. */
export const PLAIN_SQL: Readonly<Record<PlainFunction, (args: readonly TypedSql[]) => Sql>> = {
  or: joined(sql` OR `),
  and: joined(sql` AND `),
  not: one((value) => sql`(NOT ${value})`),
  equal: two((left, right) => sql`(${left} = ${right})`),
  less: two((left, right) => sql`(${left} < ${right})`),
  less_or_equal: two((left, right) => sql`(${left} <= ${right})`),
  in: ([value, ...list]) => {
    if (value === undefined) throw new TypeError('in has a value')
    return joined(sql` OR `)(list.map((item) => ({ ...item, sql: sql`${value.sql} = ${item.sql}` })))
  },
  if: ([condition, ...values]) => sql`if(ifNull(${condition?.sql ?? sql`0`}, 0), ${listOf(values)})`,
  coalesce: (args) => sql`coalesce(${listOf(args)})`,
  exists: one((value) => sql`isNotNull(${value})`),
  add: two((left, right) => finite(sql`(${left} + ${right})`)),
  subtract: two((left, right) => finite(sql`(${left} - ${right})`)),
  multiply: two((left, right) => finite(sql`(${left} * ${right})`)),
  divide: two((left, right) => finite(sql`(${left} / nullIf(${right}, 0))`)),
  modulo: two((left, right) => finite(sql`modulo(${left}, nullIf(${right}, 0))`)),
  negate: one((value) => finite(sql`(0 - ${value})`)),
  shift: two((time, ms) => inTimes(sql`(${time} + ${ms})`)),
  abs: one((value) => sql`abs(${value})`),
  floor: one((value) => finite(sql`floor(${value})`)),
  ceil: one((value) => finite(sql`ceil(${value})`)),
  sqrt: one((value) => finite(sql`sqrt(${value})`)),
  lower: one((text) => sql`lowerUTF8(${text})`),
  upper: one((text) => sql`upperUTF8(${text})`),
  trim: one((text) => sql`replaceRegexpAll(${text}, ${TEXT_EDGES}, '')`),
  length: one((text) => sql`toFloat64(lengthUTF8(${text}))`),
  contains: two((text, part) => sql`(position(${text}, ${part}) > 0)`),
  starts_with: two((text, part) => sql`startsWith(${text}, ${part})`),
  ends_with: two((text, part) => sql`endsWith(${text}, ${part})`),
  concat: (args) => sql`concat(${sqlList(args.map(textOf))}, '')`,
  text: one((value, type) => textOf({ sql: value, type })),
  number: one((value, type) => numberOf({ sql: value, type })),
  time: one((value, type) => timeOf({ sql: value, type })),
  year: partOfTime((instant) => sql`toYear(${instant})`),
  month: partOfTime((instant) => sql`toMonth(${instant})`),
  day: partOfTime((instant) => sql`toDayOfMonth(${instant})`),
  weekday: partOfTime((instant) => sql`toDayOfWeek(${instant})`),
  hour: partOfTime((instant) => sql`toHour(${instant})`),
  minute: partOfTime((instant) => sql`toMinute(${instant})`),
  second: partOfTime((instant) => sql`toSecond(${instant})`),
  is_address: one(isAddress),
  is_private: one((text) => inNetworks(text, PRIVATE_NETWORKS)),
}

const listOf = (args: readonly TypedSql[]): Sql => sqlList(args.map((arg) => arg.sql))

const isPlain = (call: StepCall): call is Extract<StepCall, { name: PlainFunction }> =>
  Object.hasOwn(PLAIN_SQL, call.name)

export function callSql(call: StepCall, args: readonly TypedSql[], type: StepType): Sql {
  if (isPlain(call)) return PLAIN_SQL[call.name](args)
  const [first, second] = args
  if (first === undefined) throw new TypeError('a function has no argument')
  return preparedSql(call, first, second?.sql ?? sql`NULL`, type)
}

function preparedSql(
  call: Exclude<StepCall, { name: PlainFunction }>,
  { sql: value, type: given }: TypedSql,
  second: Sql,
  type: StepType,
): Sql {
  switch (call.name) {
    case 'matches':
      return sql`match(${value}, ${call.regex.re2})`
    case 'extract':
      return sql`nullIf(${groupsSql(value, call.regex.re2)}[1], '')`
    case 'json':
      return jsonSql(value, call.path)
    case 'kv': {
      const groups = groupsSql(value, keyValuePattern(call.key))
      return sql`nullIf(concat(replaceRegexpAll(${groups}[1], '\\\\\\\\(.)', '\\\\1'), ${groups}[2]), '')`
    }
    case 'in_network':
      return inNetworks(value, [call.network.text])
    case 'network': {
      const address = sql`toIPv4OrDefault(ifNull(${value}, ''))`
      const first = sql`tupleElement(IPv4CIDRToRange(${address}, toUInt8(${call.bits})), 1)`
      return sql`if(ifNull(isIPv4String(${value}), 0), concat(toString(${first}), ${`/${call.bits}`}), NULL)`
    }
    case 'bin': {
      const width = sql`toFloat64(${String(call.widthMs)})`
      const start = sql`(floor(${value} / ${width}) * ${width})`
      return type === 'time' && given === 'time' ? inTimes(start) : finite(start)
    }
    case 'round': {
      const factor = sql`toFloat64(${10 ** call.digits})`
      return finite(sql`(floor(${value} * ${factor} + 0.5) / ${factor})`)
    }
    case 'split': {
      // An empty text has no parts.
      const text = sql`nullIf(${value}, '')`
      const parts = sql`splitByString(${call.separator}, ifNull(${text}, ''))`
      return sql`if(isNull(${text}), NULL, arrayElementOrNull(${parts}, ${call.place}))`
    }
    case 'substring':
      return call.length === undefined
        ? sql`substringUTF8(${value}, ${call.start})`
        : sql`substringUTF8(${value}, ${call.start}, ${call.length})`
    case 'replace':
      return sql`replaceAll(${value}, ${call.old}, ${second})`
    default:
      return call satisfies never
  }
}

/** An array cannot be missing: a text that is missing has no groups. */
export const groupsSql = (text: Sql, re2: string): Sql => sql`extractGroups(ifNull(${text}, ''), ${re2})`

/** The text of a group, and missing if it is empty. */
export function capturedSql(group: Sql, isUnquoted: boolean): Sql {
  if (!isUnquoted) return sql`nullIf(${group}, '')`
  const isIn = (quote: string) => sql`(startsWith(${group}, ${quote}) AND endsWith(${group}, ${quote}))`
  const isQuoted = sql`(length(${group}) > 1 AND (${isIn('"')} OR ${isIn("'")}))`
  return sql`nullIf(if(${isQuoted}, substring(${group}, 2, length(${group}) - 2), ${group}), '')`
}

const quotedPattern = (text: string): string => text.replace(/[^\p{L}\p{N}_]/gu, '\\$&')

/** The key behind the start, a space, a comma or a semicolon, and outside of quotes. */
export const keyValuePattern = (key: string): string =>
  `\\A(?:[^"]|"[^"]*")*?(?:\\A|[\\s,;])${quotedPattern(key)}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s,;"]*))`

function jsonSql(text: Sql, path: readonly string[]): Sql {
  const at = sql`ifNull(${text}, ''), ${sqlList(path)}`
  const type = sql`JSONType(${at})`
  return sql`multiIf(${type} = 'String', JSONExtractString(${at}), ${type} = 'Int64', toString(JSONExtractInt(${at})),
    ${type} = 'UInt64', toString(JSONExtractUInt(${at})), ${type} = 'Double', toString(JSONExtractFloat(${at})),
    ${type} = 'Bool', JSONExtractRaw(${at}), NULL)`
}
