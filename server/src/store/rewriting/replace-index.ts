/**
 * Puts the staged rows of an index in the place of its old ones, so that each statement finds each message once. Each step
 * can be repeated: what to do next follows from which rows `all_messages` hides, and from counts.
 *
 * 1. Searches do not see the rewritten rows (`all-messages.ts`), and these are moved to `messages`.
 * 2. Once they are verified there, searches do not see the old rows, in the same instant as they see the rewritten ones.
 * 3. The old rows are dropped.
 *
 * Before rows appear or go, the statements that began earlier have ended: they might read both tables, or none.
 */
import { sql } from '@logyard/languages/sql/sql'
import { Type } from 'typebox'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { findHidden, type HiddenRows, hideRows, showAll } from '../engine/all-messages.ts'
import type { Engine } from '../engine/engine.ts'
import { countOf, type RewritingEngine } from './rewriting-engine.ts'
import { canMoveStaged, differenceOf, dropStaged, type OldSums, oldSums, rewrittenSums } from './stage-index.ts'

export interface ReplacingDeps {
  readonly engine: RewritingEngine
  readonly client: Engine['client']
  readonly clock: Clock
  readonly log: Log
}

/** Searches may run for a minute, and read their tables at its beginning; exports do so too, but may run for longer. */
const LONGEST_SEARCH_MS = 90_000
const LOOK_EVERY_MS = 50

const Id = Type.Object({ id: Type.String() })
const StagedDay = Type.Object({ day: Type.Integer(), partition: Type.String() })

/**
 * Goes on with a replacement that has begun, until searches see all rows again. Answers why the old rows were kept, if
 * they were.
 */
export async function finishReplacement(
  deps: ReplacingDeps,
  signal: AbortSignal,
  /** The sums of the old rows, if they are known. */
  known?: readonly OldSums[],
): Promise<string | undefined> {
  const { engine, client } = deps
  let difference: string | undefined
  for (;;) {
    const hidden = await findHidden(client, signal)
    if (hidden === undefined) break
    await untilEarlierEnd(deps, signal)
    if (hidden.from === 'old') {
      await engine.run(sql`ALTER TABLE old_messages DROP PARTITION ${hidden.index}`, signal)
      await showAll(client, signal)
      continue
    }
    const before = known ?? (await oldSums(engine, hidden.index, signal))
    await moveStaged(deps, hidden, before, signal)
    // Rows that are hidden stay as they are, unless their index is deleted.
    const isDeleted = (await oldRows(engine, hidden.index, signal)) !== before.reduce((sum, { rows }) => sum + rows, 0)
    difference = differenceOf(
      isDeleted ? await oldSums(engine, hidden.index, signal) : before,
      await rewrittenSums(engine, { ...hidden, table: 'messages' }, signal),
    )
    if (difference === undefined) await hideRows(client, { ...hidden, from: 'old' }, signal)
    else await undo(deps, hidden, signal)
  }
  await showAll(client, signal)
  return difference
}

/** A day that is in both tables was being moved when the engine ended: all of it is in at least one of them. */
async function moveStaged(
  { engine }: ReplacingDeps,
  hidden: HiddenRows,
  old: readonly OldSums[],
  signal: AbortSignal,
): Promise<void> {
  if (!(await canMoveStaged(engine, signal))) return
  const ofRewriting = sql`\`index\` = ${hidden.index} AND rewritten = ${hidden.number}`
  const days = sql`SELECT DISTINCT toUInt16(day) AS day, _partition_id AS partition FROM staged_messages WHERE ${ofRewriting}`
  const isBegun = (await countOf(engine, sql`SELECT count() FROM messages WHERE ${ofRewriting}`, signal)) > 0
  const moved = isBegun ? await rewrittenSums(engine, { ...hidden, table: 'messages' }, signal) : []
  for (const { day, partition } of await engine.rows(StagedDay, days, signal)) {
    const [wanted = [], found = []] = [old, moved].map((sums) => sums.filter((one) => one.day === day))
    if (found.length > 0 && differenceOf(wanted, found) === undefined) {
      await dropStaged(engine, partition, signal)
      continue
    }
    if (found.length > 0) await deleteRewritten(engine, hidden, signal, day)
    await engine.run(sql`ALTER TABLE staged_messages MOVE PARTITION ID ${partition} TO TABLE messages`, signal)
  }
}

export const oldRows = (engine: RewritingEngine, index: string, signal: AbortSignal): Promise<number> =>
  countOf(engine, sql`SELECT count() FROM old_messages WHERE \`index\` = ${index}`, signal)

/** The old rows are all there still. */
async function undo({ engine, client }: ReplacingDeps, hidden: HiddenRows, signal: AbortSignal): Promise<void> {
  await deleteRewritten(engine, hidden, signal)
  await showAll(client, signal)
}

async function deleteRewritten(
  engine: RewritingEngine,
  { index, number }: HiddenRows,
  signal: AbortSignal,
  day?: number,
): Promise<void> {
  const ofDay = day === undefined ? sql`` : sql` AND day = toDate(${day})`
  await engine.run(
    sql`ALTER TABLE messages DELETE WHERE \`index\` = ${index} AND rewritten = ${number}${ofDay}`,
    signal,
    { mutations_sync: '1' },
  )
}

/** Waits until the statements have ended that began to read `all_messages` earlier. */
export async function untilEarlierEnd({ engine, clock, log }: ReplacingDeps, signal: AbortSignal): Promise<void> {
  const readers = sql`SELECT query_id AS id FROM system.processes WHERE position(query, 'all_messages') > 0`
  const startMs = clock.monotonicMs()
  const running = async () => new Set((await engine.rows(Id, readers, signal)).map(({ id }) => id))
  let earlier = await running()
  for (;;) {
    // The statement that asks is one of them, under a new name each time.
    earlier = earlier.intersection(await running())
    if (earlier.size === 0) return
    if (clock.monotonicMs() - startMs > LONGEST_SEARCH_MS) {
      log.info({ statements: earlier.size }, 'long statements have begun to read before an index is replaced')
      return
    }
    await clock.sleep(LOOK_EVERY_MS, signal)
  }
}

export const hasBackupRunning = async (engine: RewritingEngine, signal: AbortSignal): Promise<boolean> =>
  (await countOf(engine, sql`SELECT count() FROM system.backups WHERE status = 'CREATING_BACKUP'`, signal)) > 0
