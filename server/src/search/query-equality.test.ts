/**
 * A query has the same meaning for the message store and the in-memory predicate: random messages are stored in a real
 * engine, random queries are run against it, and the answers are compared message by message.
 */

import type { Analyzer } from '@logyard/languages/query/analyzers'
import { compilePredicate, type QueryableMessage } from '@logyard/languages/query/compile-predicate'
import { parseQuery } from '@logyard/languages/query/parse-query'
import type { QueryNode } from '@logyard/languages/query/query-tree'
import { compileCondition } from '@logyard/languages/query-sql/compile-condition'
import { fieldColumnOf, fieldColumns } from '@logyard/languages/query-sql/field-columns'
import { analyzerOf, type FieldSchema, holdsNumbers } from '@logyard/languages/query-sql/field-schema'
import { splitCondition } from '@logyard/languages/query-sql/split-condition'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { joinSql } from '@logyard/languages/sql/sql-parts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mayBeLong, storedTypesOf } from '../fields/field-forms.ts'
import type { SeenField } from '../fields/field-watch.ts'
import { createBlockBuilder } from '../ingest/journal/journal-block.ts'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { createEngine, type Engine } from '../store/engine/engine.ts'
import { addFieldColumns, type StoredFieldColumn } from '../store/messages/field-column-table.ts'
import { insertRows } from '../store/messages/insert-rows.ts'
import { testOrigin } from '../testing/journal-messages.ts'
import { testSettings } from '../testing/processing-settings.ts'
import { readRows } from '../testing/read-rows.ts'
import { rounds } from '../testing/rounds.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { testBlockProcessor } from '../testing/test-block-processor.ts'
import { exactJson } from './statements/exact-json.ts'
import {
  createRandom,
  type Random,
  randomMessage,
  randomNumberQuery,
  randomQuery,
  START_MS,
} from './testing/random-queries.ts'

const MESSAGES = 400
const QUERIES = rounds(200, 40_000)
/** Inserted separately, into the next of these indices each, so that there are parts with different types. */
const BLOCKS = 8
const INDICES = [
  'logyard_0',
  'logyard_1',
  'spaced+up_0',
  'logyard_0',
  'logyard_1',
  'letters_3',
  'stopped_12',
  'whole_0',
]
const ANALYZERS: Readonly<Record<string, Analyzer>> = {
  'spaced+up': 'whitespace',
  letters: 'simple',
  stopped: 'stop',
  whole: 'keyword',
}
/** Added after half of the blocks: some messages were stored before their fields had columns. */
const FIELD_COLUMNS = (
  [
    { field: 'user', type: 'String', isRepetitive: true },
    { field: 'path', type: 'String', isRepetitive: false },
    { field: 'created', type: 'String', isRepetitive: true },
    { field: 'level', type: 'String', isRepetitive: true },
    { field: 'level', type: 'Int64', isRepetitive: false },
    { field: 'mixed', type: 'String', isRepetitive: false },
    { field: 'mixed', type: 'Int64', isRepetitive: false },
    { field: 'mixed', type: 'Float64', isRepetitive: false },
    { field: 'took_ms', type: 'Int64', isRepetitive: false },
    { field: 'ratio', type: 'Float64', isRepetitive: false },
  ] as const satisfies readonly Omit<StoredFieldColumn, 'numberInValues'>[]
).map((column, at) => ({ ...column, numberInValues: at % 2 === 1 ? at : undefined }))
/** A field that has a column, but is not in the list of names, which is limited. */
const UNLISTED = 'ratio'
const QUERIES_OF_STATEMENT = 20
const NOW_MS = START_MS + 24 * 3_600_000

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let engine: Engine
let messages: readonly StoredMessage[]
let seen: readonly SeenField[]

interface StoredMessage extends QueryableMessage {
  readonly id: string
}

const schema: FieldSchema = {
  otherAnalyses: Object.entries(ANALYZERS).map(([indexPrefix, analyzer]) => ({ indexPrefix, analyzer })),
  types: (name: string) =>
    storedTypesOf(seen.filter(({ field }) => field === name).reduce((all, { forms }) => all | forms, 0)),
  names: () => [...new Set(seen.map(({ field }) => field))].filter((name) => name !== UNLISTED),
  mayBeLong: (name) => seen.some(({ field, forms }) => field === name && mayBeLong(forms)),
  columns: fieldColumns(FIELD_COLUMNS),
  table: sql`messages`,
}

const PREDICATE_OPTIONS = { now: () => NOW_MS, holdsNumbers: (name: string) => holdsNumbers(name, schema) }

beforeAll(async () => {
  folder = await temporaryFolder()
  engine = await createEngine({ dataFolder: folder.path, log: createLog('off'), clock: systemClock })
  await engine.ready()
  const stored = await storeMessages(createRandom(20_210_609))
  messages = stored.messages
  seen = stored.seen
})
afterAll(async () => {
  await engine[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

/** Stores messages as processing does, and returns them as they were written. */
async function storeMessages(random: Random) {
  const found: StoredMessage[] = []
  const fields: SeenField[] = []
  const processor = testBlockProcessor()
  for (let block = 0; block < BLOCKS; block += 1) {
    const index = INDICES[block] ?? ''
    const analyzers = { [index]: analyzerOf(index, schema) }
    if (block === BLOCKS / 2) await addFieldColumns(engine.client, FIELD_COLUMNS, AbortSignal.timeout(30_000))
    const columns = block < BLOCKS / 2 ? [] : FIELD_COLUMNS
    processor.configure(testSettings({ indexTargets: { 'set-default': index }, analyzers, fieldColumns: columns }))
    const builder = createBlockBuilder(0)
    for (let count = 0; count < MESSAGES / BLOCKS; count += 1) {
      builder.add(
        { ...testOrigin, codec: 'values' },
        {
          payload: Buffer.from(JSON.stringify(randomMessage(random))),
          receivedAtMs: START_MS,
          remoteAddress: random.pick(['', '10.0.0.9', 'fe80::1']),
          remotePort: random.pick([0, 80, 514]),
        },
      )
    }
    const firstOffset = (block * MESSAGES) / BLOCKS
    const task = { sequence: 1, firstOffset, bytes: builder.finish(), skips: [] }
    const { rows, seenFields } = await processor.process(task)
    await insertRows(engine.client, rows, `block ${block}`, AbortSignal.timeout(30_000))
    found.push(...readRows(rows).map(messageOf))
    fields.push(...seenFields.fields)
  }
  return { messages: found, seen: fields }
}

const FIELD_OF_COLUMN: Readonly<Record<string, string>> = { id: '_id', index: '_index' }
const OF_IDS = ['received', 'journal_offset', 'place', 'day', 'own_message_id', 'stream_ids']
const NO_FIELDS = new Set([...OF_IDS, 'words', 'full_words', 'values', 'template', 'fields'])

function messageOf(row: ReadonlyMap<string, unknown>): StoredMessage {
  const values = new Map<string, unknown>(Object.entries(exactJson.parse(String(row.get('fields'))) ?? {}))
  for (const [column, value] of row) {
    if (NO_FIELDS.has(column)) continue
    const ofField = fieldColumnOf(column)
    if (ofField !== undefined) {
      if (value !== '' && value !== null) values.set(ofField.field, plainNumber(value))
      continue
    }
    const isMissing = value === '' || value === 0 || (Array.isArray(value) && value.length === 0)
    if (!isMissing) values.set(FIELD_OF_COLUMN[column] ?? column, value)
  }
  const analyzer = analyzerOf(String(values.get('_index')), schema)
  return { id: String(row.get('id')), get: (name) => values.get(name), names: () => values.keys(), analyzer }
}

const plainNumber = (value: unknown): unknown =>
  typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value

/** Queries whose conditions were divided. */
let divided = 0

interface Asked {
  readonly query: string
  readonly tree: QueryNode
}

/** The ids that each query finds: with its whole condition, and with both parts of it if it can be divided. */
async function foundBySql(asked: readonly Asked[]) {
  const found = asked.map(({ tree }) => {
    const conditions = splitCondition([tree], schema, NOW_MS)
    return { conditions, whole: new Set<string>(), parts: conditions && ([] as string[]) }
  })
  const statements = asked.flatMap(({ tree }, at) => {
    const select = (list: 'whole' | 'parts', where: Sql) =>
      sql`SELECT ${at} AS n, ${list} AS list, toString(id) AS found FROM messages WHERE ${where}`
    const whole = select('whole', compileCondition(tree, schema, NOW_MS))
    return [whole, ...(found[at]?.conditions ?? []).map((part) => select('parts', part))]
  })
  const query = joinSql(statements, sql`\nUNION ALL\n`)
  const answer = await engine.client.query({ query, format: 'JSONCompactEachRow' })
  for (const [at, list, id] of await answer.json<[number, string, string]>()) {
    if (list === 'whole') found[at]?.whole.add(id)
    else found[at]?.parts?.push(id)
  }
  return found
}

async function differences(asked: readonly Asked[]): Promise<readonly string[]> {
  const found = await foundBySql(asked)
  return asked.flatMap(({ query, tree }, at) => {
    const matches = compilePredicate(tree, PREDICATE_OPTIONS)
    const { whole = new Set<string>(), parts } = found[at] ?? {}
    if (parts !== undefined) {
      divided += 1
      if (parts.length !== whole.size || !parts.every((id) => whole.has(id))) {
        return [`${query}\n  finds ${whole.size} messages, and its parts find ${parts.length}`]
      }
    }
    const wrong = messages.filter((message) => matches(message) !== whole.has(message.id))
    return wrong.slice(0, 2).map((message) => {
      const shown = exactJson.stringify(
        Object.fromEntries([...message.names()].map((name) => [name, message.get(name)])),
      )
      const who = whole.has(message.id) ? 'only the store' : 'only the predicate'
      return `${query}\n  is matched by ${who}:\n  ${shown.slice(0, 1500)}`
    })
  })
}

test.each([
  { title: 'messages', next: randomQuery },
  { title: 'numbers, also those that are texts', next: randomNumberQuery },
])('the store and the predicate find the same $title', { timeout: rounds(300_000, 3_600_000) }, async ({ next }) => {
  const random = createRandom(7)
  const wrong: string[] = []
  let matched = 0
  let refused = 0
  let asked: Asked[] = []
  for (let count = 0; count < QUERIES; count += 1) {
    const query = next(random)
    const parsed = parseQuery(query, { allowLeadingWildcard: true })
    if (!parsed.ok) {
      refused += 1
      continue
    }
    asked.push({ query, tree: parsed.tree })
    const matches = compilePredicate(parsed.tree, PREDICATE_OPTIONS)
    if (messages.some(matches)) matched += 1
    if (asked.length < QUERIES_OF_STATEMENT) continue
    wrong.push(...(await differences(asked)))
    asked = []
    if (wrong.length >= 10) break
  }
  expect(wrong).toEqual([])
  // Otherwise the comparison would prove nothing.
  expect(refused).toBeLessThan(QUERIES * 0.1)
  expect(matched).toBeGreaterThan(QUERIES * 0.4)
  if (next === randomQuery) expect(divided).toBeGreaterThan(QUERIES * 0.1)
})

test.each([
  ...['level:error', 'level:ERROR', 'level:3', 'level:"3"', 'level:"error"', 'level:>=warning', 'level:<warning'],
  ...['level:[info TO err]', 'level:{error TO info}', 'level:[crit TO 5]', 'level:<=4', 'level:>4', 'lev\\*:warn'],
  ...['took_ms:>0.5s', 'took_ms:1s', 'took_ms:"1s"', 'took_ms:<5', 'took_ms:[1s TO 1min]', 'took_\\*:>0.07s'],
  ...[
    'took_ms:1000',
    'took_ms:"7.0"',
    'took_ms:>=9007199254740993',
    'took_ms:9007199254740993',
    'took_ms:<-1',
    'ratio:0.5',
  ],
  ...[
    'ratio:[0.1 TO 7}',
    'ratio:>=1e20',
    '[99999999999999999999 TO 100000000000000000001]',
    'ratio:100000000000000000000',
    'ratio:>1e30',
    'ports:>400',
    'ports:7',
    'level:7.0',
  ],
  ...['ip:10.0.0.0/30', 'ip:fe80::/10', 'ip:::/0', 'mixed:>4', 'user:>4'],
])('%s finds the same messages in both', async (query) => {
  const parsed = parseQuery(query, { allowLeadingWildcard: true })
  if (!parsed.ok) throw new Error(parsed.errors[0].message)
  expect(await differences([{ query, tree: parsed.tree }])).toEqual([])
  expect(messages.some(compilePredicate(parsed.tree, PREDICATE_OPTIONS))).toBe(true)
})

test.each(['10?%', '?00%', '1*0%', 'user:*%', 'x?y.z', 'a-b:10?%', '"100%"', '*\\\\*'])(
  '%s, with what stands for something else in the engine, finds the same messages in both',
  async (query) => {
    const parsed = parseQuery(query, { allowLeadingWildcard: true })
    if (!parsed.ok) throw new Error(`${query} cannot be read`)
    expect(await differences([{ query, tree: parsed.tree }])).toEqual([])
  },
)
