/** Where the messages of a finding come from: values that they have much more often than before, or than other messages. */
import { FIELD } from '@logyard/contract/messages/message-fields'
import type { FindingPlace } from '@logyard/contract/search/explanations'
import { escapeFieldName, writeValue } from '@logyard/languages/query/escape-value'
import { allOf, anyOf } from '@logyard/languages/query-sql/condition'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlInteger, sqlList, sqlName } from '@logyard/languages/sql/sql-parts'
import type { SqlRow } from '../../statements/search-engine.ts'
import { Cells } from '../cells.ts'
import type { Compared } from './compared.ts'
import type { ComparedField } from './compared-fields.ts'

const MIN_SHARE = 0.4
const MIN_MORE = 0.15
/** Odds of the value among the messages of the finding by those among others. */
const MIN_ODDS = 5
const MIN_MESSAGES = 20
const MAX_PLACES = 2
const MAX_ROWS = 60

/** Conditions of the findings; returns the places of each. */
export async function findPlaces(
  { selected, read, ranges }: Compared,
  fields: readonly ComparedField[],
  findings: readonly { readonly condition: Sql; readonly fields: ReadonlySet<string> }[],
  sample: { readonly isRead: Sql; readonly profile: Sql },
): Promise<readonly (readonly FindingPlace[])[]> {
  const byValue = fields.filter((field) => field.byValue)
  if (findings.length === 0 || byValue.length === 0) return findings.map(() => [])
  const names = byValue.map((_, at) => sqlName(`v${at}`))
  const keys = byValue.map(({ key }, at) => sql`${key} AS ${sqlName(`v${at}`)}`)
  const isOfAny = anyOf([sample.profile, allOf([sample.isRead, anyOf(findings.map(({ condition }) => condition))])])
  const flags = findings.map(({ condition }, at) => sql`toUInt8(${condition}) AS ${sqlName(`c${at}`)}`)
  const messages = sql`SELECT ${sqlList([...keys, ...flags])}, toUInt8(${ranges.isInside}) AS is_in
    FROM ${selected.from(ranges.whole, isOfAny)}`
  const counts = findings.flatMap((_, at) => [
    sql`sum(${sqlName(`c${at}`)} * is_in) AS ${sqlName(`a${at}`)}`,
    sql`sum(${sqlName(`c${at}`)}) - ${sqlName(`a${at}`)} AS ${sqlName(`b${at}`)}`,
  ])
  const places = names.flatMap((name, at) => [sql`grouping(${name}) = 0`, sql`${at}`])
  const figures = findings.flatMap((_, at) => [sqlName(`a${at}`), sqlName(`b${at}`)])
  const sums = figures.map((name) => sql`sum(${name}) OVER (PARTITION BY place)`)
  const groups = sql`SELECT toUInt8(multiIf(${sqlList([...places, sql`0`])})) AS place, ${sqlList(names)},
    sum(is_in) AS a, ${sqlList(counts)} FROM (${messages}) GROUP BY GROUPING SETS (${sqlList(names.map((name) => sql`(${name})`))})`
  const texts = sqlList(names.map((name) => sql`ifNull(toString(${name}), '')`))
  const rows = await read(
    sql`SELECT place, [${texts}][place + 1] AS text, a, sum(a) OVER (PARTITION BY place), ${sqlList([...figures, ...sums])}
     FROM (${groups}) ORDER BY greatest(${sqlList(findings.map((_, at) => sqlName(`a${at}`)))}) DESC
     LIMIT ${sqlInteger(MAX_ROWS)} BY place`,
  )
  return placesOf(rows, byValue, findings)
}

function placesOf(
  rows: readonly SqlRow[],
  fields: readonly ComparedField[],
  findings: readonly { readonly fields: ReadonlySet<string> }[],
): readonly (readonly FindingPlace[])[] {
  const places = findings.map((): { readonly place: FindingPlace; readonly odds: number }[] => [])
  for (const row of rows) {
    const cells = new Cells(row)
    const name = fields[cells.number()]?.name ?? ''
    const text = cells.text()
    const [inside, allInside] = [cells.number(), cells.number()]
    const counts = findings.map(() => ({ inside: cells.number(), outside: cells.number() }))
    const sums = findings.map(() => ({ inside: cells.number(), outside: cells.number() }))
    if (text === '' || /[\r\n]/.test(text)) continue
    for (const [at, finding] of findings.entries()) {
      const [count, sum] = [counts[at], sums[at]]
      if (count === undefined || sum === undefined || finding.fields.has(name)) continue
      const isByTime = sum.outside >= MIN_MESSAGES
      // Other messages differ in most fields; that they have another sender is worth telling.
      if (!isByTime && name !== FIELD.source) continue
      const others = isByTime
        ? { with: count.outside, all: sum.outside }
        : { with: inside - count.inside, all: allInside - sum.inside }
      const odds = oddsOf(count.inside, sum.inside) / oddsOf(others.with, others.all)
      const [share, usual] = [count.inside / Math.max(1, sum.inside), others.with / Math.max(1, others.all)]
      const isMore = share >= MIN_SHARE && share >= usual + MIN_MORE && odds >= MIN_ODDS
      if (count.inside < MIN_MESSAGES || !isMore) continue
      const query = `${escapeFieldName(name)}:${writeValue(text)}`
      const place = { field: name, value: text, query, share, share_of_others: usual }
      places[at]?.push({ place, odds })
    }
  }
  return places.map((found) =>
    found
      .toSorted((a, b) => b.odds - a.odds)
      .slice(0, MAX_PLACES)
      .map(({ place }) => place),
  )
}

const oddsOf = (count: number, all: number): number => (count + 0.5) / (all - count + 0.5)
