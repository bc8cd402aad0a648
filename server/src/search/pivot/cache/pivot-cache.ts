/**
 * Aggregates of closed pieces of time, kept in the engine's memory, so that a pivot that is asked again and again, as
 * dashboards ask, reads no message twice. A piece is aggregated anew when messages came to it or went from it since.
 */

import { createHash } from 'node:crypto'
import { sql } from '@logyard/languages/sql/sql'
import { joinSql } from '@logyard/languages/sql/sql-parts'
import { createBoundedMap } from '../../../platform/bounded-map.ts'
import type { Ids } from '../../../platform/ids.ts'
import { EVER, type InstantRange } from '../../scope/message-scope.ts'
import type { SearchTypeContext } from '../../search-type.ts'
import type { PivotSource } from '../pivot-sql.ts'
import { aggregateSql } from '../series.ts'
import { createKeptTables, isTableLost, type KeptTableLimits } from './cache-tables.ts'
import { type Counts, inBatches, type Kept, movingPieces, readingOf, stayingPieces } from './cached-partitions.ts'
import { keptSql, mergedFrom, piecesSql, type Question } from './cached-pivot-sql.ts'
import { type PartialShape, partialShape, stateBytesSql } from './partial-sql.ts'
import { cut, type Pieces, rangesOf } from './partitions.ts'
import { createRecentCuts } from './recent-partitionings.ts'
import { createKnownPivots, type Known, release } from './requested-pivots.ts'
import { messagesByPiece, storedMessages, storedRange } from './stored-messages.ts'

export interface KeptAggregates {
  /**
   * Reads the pivot from what is kept, which is brought up to date first; `undefined` where nothing is, and the messages
   * themselves have to be read.
   */
  ask: AskKept
  /** The same where the like was asked a moment ago; nothing is kept that was not. */
  askAgain: AskKept
}

export type AskKept = <T>(
  source: PivotSource,
  context: SearchTypeContext,
  read: (source: PivotSource) => Promise<T>,
) => Promise<T | undefined>

export interface KeptAggregatesLimits {
  /** The how manieth time a pivot is asked it is kept. */
  readonly keptFrom: number
  /** Fewer messages are read as fast. */
  readonly leastMessages: number
  /** So many may lie in pieces that are not kept: they are read sooner than a table is made. */
  readonly openMessages: number
  /** How many one statement aggregates at most; a single piece may have more. */
  readonly batchMessages: number
  readonly table: KeptTableLimits
  /** Of all tables together. */
  readonly bytes: number
  /** Pivots that are remembered. */
  readonly known: number
}

const LIMITS: KeptAggregatesLimits = {
  keptFrom: 3,
  leastMessages: 300_000,
  openMessages: 200_000,
  batchMessages: 20_000_000,
  table: { rows: 500_000, bytes: 32 * 1024 * 1024 },
  bytes: 128 * 1024 * 1024,
  known: 500,
}

/** Where less lies in what is kept, nothing is won. */
const LEAST_SHARE = 0.5
/** Of ranges apart from each other, all pieces are counted in less time than these. */
const MOST_RANGES = 8
const KEEPING_UP_MS = 60_000

interface Asked {
  readonly name: string
  readonly shape: PartialShape
  readonly context: SearchTypeContext
}

interface Asking<T> extends Asked {
  readonly source: PivotSource
  readonly read: (source: PivotSource) => Promise<T>
}

interface Prepared {
  readonly one: Known
  readonly question: Question
  readonly kept: Kept
  /** Until it is disposed its table stays. */
  readonly held: AsyncDisposable
}

export function createKeptAggregates(deps: {
  readonly ids: Ids
  readonly limits?: Partial<KeptAggregatesLimits>
}): KeptAggregates {
  const limits = { ...LIMITS, ...deps.limits }
  const makeTable = createKeptTables(limits.table, deps.ids)
  /** The number of requests of each pivot, whatever the range. */
  const asked = createBoundedMap<string, number>(limits.known)
  const known = createKnownPivots(limits)
  const cuts = createRecentCuts(limits.known)

  /** What is asked once or twice may never be asked again: then keeping it would be work for nothing. */
  function isAskedOften(name: string): boolean {
    const times = (asked.get(name) ?? 0) + 1
    asked.set(name, times)
    return times >= limits.keptFrom
  }

  /** What is kept, up to date; `undefined` where keeping is no use. */
  async function prepare({ name, shape, context }: Asked): Promise<Prepared | undefined> {
    const { range, nowMs } = context
    const stored = await storedRange(context, range)
    const pieces = stored && cut(range, stored, nowMs)
    if (stored === undefined || pieces === undefined) return undefined
    const question = { shape, pieces, context }
    const one = known.as(keptName(name, pieces, range))
    if (known.areTooMany()) await known.makeRoomFor(one)
    if (one.isTooLarge) return undefined
    const turn = one.busy.then(() => upToDate(one, question))
    one.busy = turn.catch(() => undefined)
    try {
      const kept = await turn
      if (kept === undefined) return undefined
      cuts.add(name, range, stored, pieces, nowMs)
      return { one, question, kept, held: kept.table.read() }
    } catch (error) {
      if (!isTableLost(error)) throw error
      // The engine began anew.
      await release(one)
      return undefined
    } finally {
      if (one.isForgotten) await release(one)
    }
  }

  async function upToDate(one: Known, question: Question): Promise<Kept | undefined> {
    const { pieces, context } = question
    const { range } = context
    const before = one.kept
    const reading = before && readingOf(before, pieces)
    const looked = rangesOf(reading?.kept ?? []).slice(0, MOST_RANGES)
    const stored = await storedMessages(context, [range, pieces.whole, ...looked])
    const [total = 0, inPieces = 0, ...inKept] = stored.counts
    if (total < limits.leastMessages || inPieces < LEAST_SHARE * total) return undefined
    const kept = before?.indices.isSubsetOf(stored.indices) ? before : undefined
    const messages = sum(inKept)
    if (messages === reading?.messages && inPieces - messages <= limits.openMessages && kept !== undefined) return kept

    const counts = await messagesByPiece(context, pieces.numbers, inPieces)
    const now = await withMissing(one, question, { kept, counts, indices: stored.indices })
    return now !== undefined && readingOf(now, pieces).messages >= LEAST_SHARE * total ? now : undefined
  }

  async function withMissing(
    one: Known,
    question: Question,
    { kept: before, counts, indices }: Pick<Kept, 'indices'> & { kept: Kept | undefined; counts: Counts },
  ): Promise<Kept | undefined> {
    const { shape, pieces, context } = question
    one.moving = movingPieces((piece) => before?.pieces.get(piece) ?? one.moving.get(piece), counts)
    let kept = before && { ...before, pieces: stayingPieces(before, counts, pieces) }
    if (kept !== undefined) one.kept = kept
    const isMissing = (piece: number) => !kept?.pieces.has(piece) && !one.moving.has(piece)
    const missing = new Map([...counts].filter(([piece]) => isMissing(piece)))
    if (kept !== undefined && sum(missing.values()) <= limits.openMessages) return kept
    for (const batch of inBatches(missing, limits.batchMessages)) {
      const selects = [
        ...(kept === undefined || kept.pieces.size === 0 ? [] : [keptSql(kept, [...kept.pieces.keys()])]),
        ...piecesSql(question, batch),
      ]
      const select = joinSql(selects, sql` UNION ALL `)
      const table = await makeTable(context.engine, { select, stateBytes: stateBytesSql(shape) }, context.signal)
      await release(one)
      one.isTooLarge = table === undefined
      if (table === undefined) return undefined
      const added = batch.map((piece) => [piece, counts.get(piece) ?? 0] as const)
      kept = { table, pieces: new Map([...(kept?.pieces ?? []), ...added]), indices }
      one.kept = kept
    }
    await known.makeRoomFor(one)
    return kept
  }

  /**
   * Reads what was kept when the like was asked a moment ago, and looks meanwhile whether it still counts; `undefined`
   * where it does not.
   */
  async function readAgain<T>(asked: Asking<T>): Promise<{ readonly answer: T } | undefined> {
    const { name, shape, context } = asked
    const { range, nowMs } = context
    const recent = cuts.find(name, range, nowMs)
    if (recent === undefined || !known.has(keptName(name, recent.pieces, range))) return undefined
    const { pieces } = recent
    const one = known.as(keptName(name, pieces, range))
    const { kept } = one
    if (kept === undefined) return undefined
    const reading = readingOf(kept, pieces)
    const looked = rangesOf(reading.kept)
    if (looked.length === 0 || looked.length > MOST_RANGES) return undefined
    await using _reading = kept.table.read()
    const both = await Promise.all([
      storedMessages(context, [...looked, ...(recent.isRestDue ? [range] : [])]),
      asked.read(mergedFrom(asked.source, { shape, pieces, context }, kept, reading)),
    ]).catch((error: unknown) => {
      if (!isTableLost(error)) throw error
    })
    if (both === undefined) return undefined
    const [stored, answer] = both
    const messages = sum(stored.counts.slice(0, looked.length))
    if (messages !== reading.messages || !kept.indices.isSubsetOf(stored.indices)) {
      // Read so again before it is up to date, it would be in vain again.
      cuts.forget(name)
      return undefined
    }
    const total = stored.counts.at(looked.length) ?? messages
    if (recent.isOld || total - messages > limits.openMessages) keepUp(one, asked)
    return { answer }
  }

  /** For those who ask next. */
  function keepUp(one: Known, { name, shape, context }: Asked): void {
    if (one.isKeptUp) return
    one.isKeptUp = true
    const signal = AbortSignal.timeout(KEEPING_UP_MS)
    prepare({ name, shape, context: { ...context, signal } })
      .then((prepared) => prepared?.held[Symbol.asyncDispose]())
      // Who asks next meets it, and is told.
      .catch(() => undefined)
      .finally(() => {
        one.isKeptUp = false
      })
  }

  async function readKept<T>(asked: Asking<T>): Promise<T | undefined> {
    const prepared = await prepare(asked)
    if (prepared === undefined) return undefined
    const { one, question, kept } = prepared
    await using _held = prepared.held
    try {
      return await asked.read(mergedFrom(asked.source, question, kept, readingOf(kept, question.pieces)))
    } catch (error) {
      if (!isTableLost(error)) throw error
      await release(one)
      return undefined
    }
  }

  return {
    async ask(source, context, read) {
      const shape = partialShape(source)
      if (shape === undefined) return undefined
      const name = nameOf(shape, context)
      if (!isAskedOften(name)) return undefined
      const asked = { name, source, shape, context, read }
      const again = await readAgain(asked)
      return again === undefined ? await readKept(asked) : again.answer
    },
    async askAgain(source, context, read) {
      const shape = partialShape(source)
      if (shape === undefined) return undefined
      const again = await readAgain({ name: nameOf(shape, context), source, shape, context, read })
      return again?.answer
    },
  }
}

/** Who may see what is part of the condition. However long that is, the name is short. */
function nameOf({ keys, aggregates }: PartialShape, context: SearchTypeContext): string {
  const asked = JSON.stringify([...keys, ...aggregates.map(aggregateSql), context.from(EVER)].map(({ text }) => text))
  return createHash('sha256').update(asked).digest('base64')
}

/** A period and the one before it, asked in turns, do not push each other's short pieces out. */
function keptName(name: string, { lengthMs }: Pieces, { fromMs, toMs }: InstantRange): string {
  const stepMs = 2 ** Math.floor(Math.log2(toMs + 1 - fromMs))
  return `${name} ${lengthMs} ${Math.floor(fromMs / stepMs)}`
}

function sum(numbers: Iterable<number>): number {
  let total = 0
  for (const number of numbers) total += number
  return total
}
