import { type Sql, sql } from '@logyard/languages/sql/sql'

/** The columns that `partitionDay` needs. */
interface Instants {
  readonly timestamp: Sql
  readonly received: Sql
}

/** `partitionDay` of instants in the engine, in days since 1970. */
export function partitionDaySql({ timestamp, received }: Instants): Sql {
  const dayOf = (instant: Sql) => sql`toInt32(floor(toUnixTimestamp64Milli(${instant}) / 86400000))`
  const [day, receivedDay] = [dayOf(timestamp), dayOf(received)]
  const clamped = (value: Sql) => sql`least(greatest(${value}, 0), 65535)`
  return sql`toUInt16(multiIf(${day} > ${receivedDay} + 1, 65535, ${day} > ${receivedDay} - 32, ${clamped(day)},
    ${day} <= ${receivedDay} - 366, 0, ${clamped(sql`${day} - toDayOfMonth(${timestamp}) + 1`)}))`
}
