/** Implements `Measures` on the engine of searches. */
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import { fieldSql } from '@logyard/languages/query-sql/message-field'
import { ID_TUPLE, idTuple } from '@logyard/languages/query-sql/message-id'
import { type ScopedSql, type Sql, sql } from '@logyard/languages/sql/sql'
import { joinSql, sqlInstant, sqlInteger, sqlList } from '@logyard/languages/sql/sql-parts'
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import { hashList, readTemplates } from '../insights/patterns/read-patterns.ts'
import { messageReader, type StoredMessage } from '../messages/message-rows.ts'
import { hasKeys } from '../pivot/aggregated-field.ts'
import { createQueryTexts, type QueryTexts } from '../plan/query-texts.ts'
import { compileScope, type MessageSource } from '../scope/message-scope.ts'
import { fieldUnsortable } from '../search-errors.ts'
import { readStatement, statementTable } from '../sql/sql-tables.ts'
import type { SearchEngines, SqlOptions, SqlRow } from '../statements/search-engine.ts'
import { stepsTable } from '../steps/query-tables.ts'
import { seriesSql } from './measured-series.ts'
import type {
  FoundMessage,
  MeasuredGroup,
  MeasuredPattern,
  MeasuredSelection,
  MeasureOptions,
  Measures,
  MessageCursor,
} from './measures.ts'
import { measureWindows } from './windows/measure-windows.ts'

const groupsExhausted = (limit: number) =>
  new LogyardError(
    'invalid',
    'measured-groups-exhausted',
    `The condition has more than ${limit} groups: use fields with fewer values, or a narrower query.`,
  )

interface Selected {
  readonly schema: FieldSchema
  readonly from: MessageSource
}

export function createMeasures(deps: {
  readonly engine: Pick<SearchEngines, 'of'>
  readonly schema: () => FieldSchema | Promise<FieldSchema>
  readonly allowLeadingWildcard: boolean
  readonly grokPatterns: () => ReadonlyMap<string, string>
  readonly clock: Clock
}): Measures {
  const texts = createQueryTexts(deps.allowLeadingWildcard)

  async function select({ streams, query, range }: MeasuredSelection): Promise<Selected> {
    const condition = await queryOf(texts, query)
    const schema = await deps.schema()
    const scope = { streams, range, conditions: [condition] }
    return { schema, from: compileScope(scope, schema, deps.clock.now().getTime()) }
  }

  return {
    async groups(selection, { fields, series, limit, only }, options) {
      const { schema, from } = await select(selection)
      const keys = fields.map((name) => groupKey(name, schema))
      const columns = sqlList([
        ...keys.map((key, place) => sql`${key} AS k${place}`),
        sql`groupUniqArrayArray(streams)`,
        ...series.map((one) => seriesSql(one, schema)),
      ])
      const statement =
        keys.length === 0
          ? sql`SELECT ${columns} FROM ${from()}`
          : sql`SELECT ${columns} FROM ${from()} GROUP BY ${sqlList(keyNames(keys))} HAVING ${areThere(keys)}${isOneOf(only)}
              ORDER BY ${sqlList(keyNames(keys))} LIMIT ${sqlInteger(limit + 1)}`
      const rows = await deps.engine.of({ user: options.turnOf }).rows(statement, sqlOptions(options))
      if (rows.length > limit && keys.length > 0) throw groupsExhausted(limit)
      const ids = series.map(({ id }) => id)
      return rows.map((row) => readGroup(row, keys.length, ids))
    },
    async patterns(selection, { limit, only }, options) {
      const { from } = await select(selection)
      const named = only === undefined ? [] : [sql`template IN (${hashList(only)})`]
      const statement = sql`SELECT toString(template), count(), toUnixTimestamp64Milli(min(timestamp)),
          toUnixTimestamp64Milli(max(timestamp)), groupUniqArrayArray(streams)
        FROM ${from(undefined, sql`template != 0`, ...named)} GROUP BY template LIMIT ${sqlInteger(limit + 1)}`
      const engine = deps.engine.of({ user: options.turnOf })
      const rows = await engine.rows(statement, sqlOptions(options))
      if (rows.length > limit) throw groupsExhausted(limit)
      const hashes = rows.map(([hash]) => String(hash))
      const texts = await readTemplates({ engine, signal: options.signal }, hashes)
      return rows.map((row) => readPattern(row, texts))
    },
    async messages(selection, { limit, after, order = 'oldest-first' }, options) {
      const { from, schema } = await select(selection)
      const { selection: columns, read } = messageReader(schema)
      const isOldestFirst = order === 'oldest-first'
      const following = after === undefined ? [] : [afterSql(isOldestFirst, after)]
      const direction = isOldestFirst ? sql`timestamp, ${ID_TUPLE}` : sql`timestamp DESC, ${ID_TUPLE} DESC`
      const statement = sql`SELECT ${columns} FROM ${from(undefined, ...following)}
        ORDER BY ${direction} LIMIT ${sqlInteger(limit)}`
      const rows = await deps.engine.of({ user: options.turnOf }).rows(statement, sqlOptions(options))
      return rows.map(read).map(foundMessage)
    },
    async count(selection, options) {
      const { from } = await select(selection)
      const [row] = await deps.engine
        .of({ user: options.turnOf })
        .rows(sql`SELECT toFloat64(count()) FROM ${from()}`, sqlOptions(options))
      return Number(row?.[0] ?? 0)
    },
    async table(selection, { text, limit, nowMs, find }, options) {
      const { schema, from } = await select(selection)
      const selected = { schema, from, nowMs, range: selection.range }
      const engine = deps.engine.of({ user: options.turnOf })
      if ('steps' in text)
        return stepsTable({ text: text.steps, from: 0, limit }, selected, {
          ...{ engine, find, nowMs, grokPatterns: deps.grokPatterns },
          options: sqlOptions(options),
        })
      return statementTable({ read: readStatement(text.sql), limit }, selected, {
        ...{ engine, allowLeadingWildcard: deps.allowLeadingWildcard, options: sqlOptions(options) },
      })
    },
    async windows(selection, by, options) {
      const { schema, from } = await select(selection)
      const keys = by.fields.map((name) => groupKey(name, schema))
      const engine = deps.engine.of({ user: options.turnOf })
      const rows = (statement: ScopedSql) => engine.rows(statement, sqlOptions(options))
      return measureWindows(by, { schema, from, keys, rows })
    },
  }
}

const queryOf = (texts: QueryTexts, text: string) => texts.parse(text.trim() === '' ? '*' : text)

const sqlOptions = ({ signal, seconds }: MeasureOptions): SqlOptions => ({
  signal,
  ...(seconds === undefined ? {} : { seconds }),
})

/** Nullable(String); a list belongs to a group for each of its values. */
function groupKey(name: string, schema: FieldSchema): Sql {
  if (!hasKeys(name)) throw fieldUnsortable(name)
  const { text, texts, hasLists } = fieldSql(name, schema)
  return hasLists ? sql`arrayJoin(arrayDistinct(${texts}))` : sql`materialize(${text})`
}

const keyNames = (keys: readonly Sql[]): readonly Sql[] => keys.map((_, place) => sql`k${place}`)

const areThere = (keys: readonly Sql[]): Sql =>
  joinSql(
    keyNames(keys).map((key) => sql`${key} IS NOT NULL`),
    sql` AND `,
  )

const isOneOf = (only: readonly string[] | undefined): Sql =>
  only === undefined ? sql`` : sql` AND k0 IN (${sqlList(only)})`

function afterSql(isOldestFirst: boolean, { timestampMs, id }: MessageCursor): Sql {
  const cursor = sql`(${sqlInstant(timestampMs)}, ${idTuple(id) ?? ID_TUPLE})`
  return isOldestFirst ? sql`(timestamp, ${ID_TUPLE}) > ${cursor}` : sql`(timestamp, ${ID_TUPLE}) < ${cursor}`
}

function readGroup(row: SqlRow, keyCount: number, ids: readonly string[]): MeasuredGroup {
  const streams = row[keyCount]
  const figures = row.slice(keyCount + 1)
  return {
    key: row.slice(0, keyCount).map(String),
    streams: Array.isArray(streams) ? streams.map(String) : [],
    // The engine writes NaN as null.
    values: new Map(ids.map((id, place) => [id, figureOf(figures[place])])),
  }
}

function readPattern(
  [hash, count, firstMs, lastMs, streams]: SqlRow,
  texts: Awaited<ReturnType<typeof readTemplates>>,
): MeasuredPattern {
  return {
    hash: String(hash),
    text: texts.get(String(hash))?.text ?? '',
    count: Number(count),
    firstMs: Number(firstMs),
    lastMs: Number(lastMs),
    streams: Array.isArray(streams) ? streams.map(String) : [],
  }
}

const figureOf = (value: unknown): number => (value === null || value === undefined ? Number.NaN : Number(value))

function foundMessage({ index, document }: StoredMessage): FoundMessage {
  const { streams } = document
  return {
    id: String(document._id),
    index,
    timestampMs: Date.parse(String(document.timestamp)),
    streams: Array.isArray(streams) ? streams.map(String) : [],
    fields: document,
  }
}
