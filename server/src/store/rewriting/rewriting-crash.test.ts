/** The engine is killed in each step of the replacement of an index. */
import { sql } from '@logyard/languages/sql/sql'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import type { Engine } from '../engine/engine.ts'
import { hasOldMessages } from '../engine/old-messages.ts'
import { addFieldColumns } from '../messages/field-column-table.ts'
import { createRewritingEngine } from './rewriting-engine.ts'
import {
  answersOf,
  COLUMNS,
  fillOldFolder,
  OF_FIELDS,
  oddMessages,
  rowsByTable,
  schemaOfAll,
} from './testing/old-messages.ts'
import { holdReplacement, startEngine, startRewriting, untilHidden, untilRewritten } from './testing/start-rewriting.ts'

const inTime = () => AbortSignal.timeout(60_000)
const Partition = Type.Object({ id: Type.String() })

/** What a killed engine leaves, made step by step. */
interface Step {
  readonly name: string
  readonly hidden: 'rewritten' | 'old'
  /** What had been done after that. */
  readonly after?: (engine: Engine, staged: readonly string[]) => Promise<void>
}

const move = (id: string) => sql`ALTER TABLE staged_messages MOVE PARTITION ID ${id} TO TABLE messages`
const copy = (id: string) => sql`ALTER TABLE messages ATTACH PARTITION ID ${id} FROM staged_messages`
/** As if only some parts of the day had been moved. */
const movePart = (id: string) =>
  sql`INSERT INTO messages SELECT * FROM staged_messages WHERE _partition_id = ${id} LIMIT 1`

const STEPS: readonly Step[] = [
  { name: 'before any row was moved', hidden: 'rewritten' },
  {
    name: 'and the table of both was lost by a late exchange',
    hidden: 'rewritten',
    after: async ({ client }) => void (await client.command({ query: sql`DROP TABLE whole_messages` })),
  },
  {
    name: 'after the rows of some days were moved, of one twice, and of one in part',
    hidden: 'rewritten',
    async after({ client }, [first = '', second = '', ...others]) {
      await client.command({ query: move(first) })
      await client.command({ query: copy(second) })
      for (const other of others) {
        if ((await rowsIn(client, other)) > 1) return void (await client.command({ query: movePart(other) }))
      }
      throw new Error('no other day has several messages')
    },
  },
  { name: 'before the old rows were dropped', hidden: 'old' },
  {
    name: 'after the old rows were dropped',
    hidden: 'old',
    after: async ({ client }) =>
      void (await client.command({ query: sql`ALTER TABLE old_messages DROP PARTITION 'web_0'` })),
  },
]

async function rowsIn(client: Engine['client'], partition: string): Promise<number> {
  const query = sql`SELECT toFloat64(count()) AS n FROM staged_messages WHERE _partition_id = ${partition}`
  const [row] = await (await client.query({ query, format: 'JSONEachRow' })).json<{ n: number }>()
  return row?.n ?? 0
}

/** A day with one message first, then the others. */
const stagedOf = async (engine: Engine) =>
  (
    await createRewritingEngine(engine).rows(
      Partition,
      sql`SELECT partition_id AS id FROM system.parts WHERE active AND table = 'staged_messages' GROUP BY id ORDER BY sum(rows), id`,
      inTime(),
    )
  ).map(({ id }) => id)

const kill = async (engine: Engine) => {
  process.kill(engine.pid() ?? 0, 'SIGKILL')
  await expect.poll(() => engine.state(), { interval: 1 }).not.toBe('up')
}

test.each(STEPS)('each message is there once when the engine was killed $name', async ({ hidden, after }) => {
  await using folder = await temporaryFolder()
  const old = [...oddMessages('web_0'), ...oddMessages('gone_3')]
  await fillOldFolder(folder.path, old)
  const answers = await (async () => {
    await using engine = await startEngine(folder.path)
    await addFieldColumns(engine.client, COLUMNS, inTime())
    const schema = await schemaOfAll(engine, OF_FIELDS)
    const before = await answersOf(engine, schema)
    await using first = await holdReplacement(engine)
    await using _rewriting = await startRewriting(engine, folder.path)
    await untilHidden(engine, 'rewritten')
    expect(await answersOf(engine, schema)).toEqual(before)
    if (hidden === 'old') {
      await using _second = await holdReplacement(engine)
      await first[Symbol.asyncDispose]()
      await untilHidden(engine, 'old')
      expect(await answersOf(engine, schema)).toEqual(before)
      await kill(engine)
    } else await kill(engine)
    return { schema, before }
  })()
  const { schema, before } = answers
  {
    await using engine = await startEngine(folder.path)
    await after?.(engine, await stagedOf(engine))
    expect(await answersOf(engine, schema)).toEqual(before)
    await kill(engine)
  }
  await using engine = await startEngine(folder.path)
  expect(await answersOf(engine, schema)).toEqual(before)
  await using _rewriting = await startRewriting(engine, folder.path)
  while (await hasOldMessages(engine.client)) expect(await answersOf(engine, schema)).toEqual(before)
  await untilRewritten(engine)
  expect(await answersOf(engine, { ...schema, table: sql`messages` })).toEqual(before)
  expect(await rowsByTable(engine)).toEqual({ messages: old.length })
})
