/**
 * Aggregates of closed pieces of time, kept in the engine's memory, so that a pivot that is asked again and again, as
 * dashboards ask, reads no message twice. A piece is aggregated anew when messages came to it or went from it since.
 */
import { createHash } from 'node:crypto'
import type { Ids } from '../../platform/ids.ts'
import { EVER, type InstantRange, rangeCondition } from '../message-scope.ts'
import type { PivotSource } from '../pivot/pivot-sql.ts'
import { aggregateSql } from '../pivot/series.ts'
import type { SearchTypeContext } from '../search-type.ts'
import {
  type Counts,
  inBatches,
  type Kept,
  movingPieces,
  type Reading,
  readingOf,
  spans,
  stayingPieces,
} from './kept-pieces.ts'
import { createKeptTables, isTableLost, type KeptTableLimits } from './kept-tables.ts'
import { mergedSource, type PartialShape, partialShape, partialsSql, stateBytesSql } from './partial-sql.ts'
import { type Pieces, pieceRange, waysToCut } from './pieces.ts'
import { createRecentCuts } from './recent-cuts.ts'
import { messagesByPiece, storedIn, storedMessages, storedRange } from './stored-messages.ts'

export interface KeptAggregates {
  /**
   * Reads the pivot from what is kept, which is brought up to date first; `undefined` where nothing is, and the messages
   * themselves have to be read.
   */
  ask<T>(
    source: PivotSource,
    context: SearchTypeContext,
    read: (source: PivotSource) => Promise<T>,
  ): Promise<T | undefined>
}

export interface KeptAggregatesLimits {
  /** The how manieth time a pivot is asked it is kept. */
  readonly keptFrom: number
  /** Fewer messages are read as fast. */
  readonly leastMessages: number
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
  batchMessages: 20_000_000,
  table: { rows: 500_000, bytes: 32 * 1024 * 1024 },
  bytes: 128 * 1024 * 1024,
  known: 500,
}

/** Longer pieces are not taken where less than this share of all messages lies in whole ones. */
const GOOD_SHARE = 0.9
/** Where more lies in the rest, nothing is won. */
const LEAST_SHARE = 0.5

/** Of pieces apart from each other, all pieces are counted in less time than these. */
const MOST_SPANS = 8

interface Known {
  kept: Kept | undefined
  /** How many messages were in the pieces that are not kept because more come to them. */
  moving: Counts
  /** There are too many groups. */
  isTooLarge: boolean
  /** Others were asked for since: what is still made of it goes with whoever asked. */
  isForgotten: boolean
  /** Settles when nobody works at it any more. */
  busy: Promise<unknown>
}

interface Question {
  readonly shape: PartialShape
  readonly pieces: Pieces
  /** What was stored before the question is answered. */
  readonly stored: Stored
  readonly context: SearchTypeContext
}

/** What `ask` is called with. */
interface Asked<T> {
  readonly name: string
  readonly source: PivotSource
  readonly shape: PartialShape
  readonly context: SearchTypeContext
  readonly read: (source: PivotSource) => Promise<T>
}

interface Stored {
  readonly total: number
  readonly inPieces: number
  readonly indices: ReadonlySet<string>
}

export function createKeptAggregates(deps: {
  readonly ids: Ids
  readonly limits?: Partial<KeptAggregatesLimits>
}): KeptAggregates {
  const limits = { ...LIMITS, ...deps.limits }
  const makeTable = createKeptTables(limits.table, deps.ids)
  /** How often pivots were asked, without their ranges; those asked for last at the end, here and there. */
  const asked = new Map<string, number>()
  const known = new Map<string, Known>()
  const cuts = createRecentCuts(limits.known)

  /** What is asked once or twice may never be asked again: then keeping it would be work for nothing. */
  function isAskedOften(name: string): boolean {
    const times = (asked.get(name) ?? 0) + 1
    asked.delete(name)
    asked.set(name, times)
    const [first] = asked.keys()
    if (asked.size > limits.known && first !== undefined) asked.delete(first)
    return times >= limits.keptFrom
  }

  function knownAs(name: string): Known {
    const one = known.get(name) ?? {
      kept: undefined,
      moving: new Map(),
      isTooLarge: false,
      isForgotten: false,
      busy: Promise.resolve(),
    }
    known.delete(name)
    known.set(name, one)
    return one
  }

  async function makeRoomFor(newest: Known): Promise<void> {
    let bytes = known.values().reduce((sum, { kept }) => sum + (kept?.table.bytes ?? 0), 0)
    for (const [name, one] of known) {
      if ((bytes <= limits.bytes && known.size <= limits.known) || one === newest) return
      if (known.size > limits.known) {
        known.delete(name)
        one.isForgotten = true
      }
      bytes -= one.kept?.table.bytes ?? 0
      await release(one)
    }
  }

  /** `undefined` where keeping is no use. */
  async function questionOf(
    name: string,
    shape: PartialShape,
    context: SearchTypeContext,
  ): Promise<Question | undefined> {
    const { engine, range, nowMs, signal } = context
    const all = await storedRange(engine, range, signal)
    const ways = all === undefined ? [] : waysToCut(range, all, nowMs)
    if (all === undefined || ways.length === 0) return undefined
    const { total, inPieces, indices } = await storedMessages(engine, range, ways, signal)
    if (total < limits.leastMessages) return undefined
    const good = inPieces.findIndex((count) => count >= GOOD_SHARE * total)
    const at = good === -1 ? inPieces.indexOf(Math.max(...inPieces)) : good
    const [pieces, count] = [ways[at], inPieces[at] ?? 0]
    if (pieces === undefined || count < LEAST_SHARE * total) return undefined
    cuts.add(name, range, all, pieces, nowMs)
    return { shape, pieces, stored: { total, inPieces: count, indices }, context }
  }

  async function upToDate(one: Known, question: Question): Promise<Kept | undefined> {
    const { shape, pieces, stored, context } = question
    const { engine, signal } = context
    const { total, inPieces, indices } = stored
    let kept = one.kept?.indices.isSubsetOf(indices) ? one.kept : undefined
    const reading = kept && readingOf(kept, pieces)
    if (reading?.open.length === 0 && reading.messages === inPieces) return kept

    const counts = await messagesByPiece(engine, pieces, inPieces, signal)
    one.moving = movingPieces((piece) => kept?.pieces.get(piece) ?? one.moving.get(piece), counts)
    if (kept !== undefined) {
      kept = { ...kept, pieces: stayingPieces(kept, counts, pieces) }
      one.kept = kept
    }
    const staying: Counts = kept?.pieces ?? new Map()
    const missing = new Map([...counts].filter(([piece]) => !staying.has(piece) && !one.moving.has(piece)))
    for (const batch of inBatches(missing, limits.batchMessages)) {
      const select = [
        ...(kept === undefined || kept.pieces.size === 0 ? [] : [keptSql(kept, [...kept.pieces.keys()])]),
        messagesSql(question, pieceRanges(pieces, batch)),
      ].join(' UNION ALL ')
      const table = await makeTable(engine, { select, stateBytes: stateBytesSql(shape) }, signal)
      await release(one)
      one.isTooLarge = table === undefined
      if (table === undefined) return undefined
      const added = batch.map((piece) => [piece, counts.get(piece) ?? 0] as const)
      kept = { table, pieces: new Map([...(kept?.pieces ?? []), ...added]), indices }
      one.kept = kept
    }
    await makeRoomFor(one)
    return kept !== undefined && readingOf(kept, pieces).messages >= LEAST_SHARE * total ? kept : undefined
  }

  /**
   * Reads what was kept when the like was asked a moment ago, and looks meanwhile whether it still counts; `undefined`
   * where it does not.
   */
  async function readAgain<T>(asked: Asked<T>): Promise<{ readonly answer: T } | undefined> {
    const { name, shape, context } = asked
    const { engine, range, nowMs, signal } = context
    const pieces = cuts.find(name, range, nowMs)
    if (pieces === undefined || !known.has(keptName(name, pieces))) return undefined
    const one = knownAs(keptName(name, pieces))
    const { kept } = one
    if (kept === undefined) return undefined
    const reading = readingOf(kept, pieces)
    const looked = pieceRanges(pieces, reading.kept)
    if (looked.length === 0 || looked.length > MOST_SPANS) return undefined
    if (reading.open.some((piece) => !one.moving.has(piece))) return undefined
    await using _reading = kept.table.read()
    const [stored, answer] = await Promise.all([
      storedIn(engine, looked, signal),
      asked.read(mergedFrom(asked.source, { shape, pieces, context }, kept, reading)),
    ])
    const messages = stored.counts.reduce((sum, count) => sum + count, 0)
    return messages === reading.messages && kept.indices.isSubsetOf(stored.indices) ? { answer } : undefined
  }

  async function readKept<T>({ name, source, shape, context, read }: Asked<T>): Promise<T | undefined> {
    const question = await questionOf(name, shape, context)
    if (question === undefined) return undefined
    const { pieces } = question
    const one = knownAs(keptName(name, pieces))
    if (known.size > limits.known) await makeRoomFor(one)
    if (one.isTooLarge) return undefined
    const turn = one.busy.then(() => upToDate(one, question))
    one.busy = turn.catch(() => undefined)
    try {
      const kept = await turn
      if (kept === undefined) return undefined
      await using _reading = kept.table.read()
      return await read(mergedFrom(source, question, kept, readingOf(kept, pieces)))
    } catch (error) {
      if (!isTableLost(error)) throw error
      // The engine began anew.
      await release(one)
      return undefined
    } finally {
      if (one.isForgotten) await release(one)
    }
  }

  return {
    async ask(source, context, read) {
      const shape = partialShape(source)
      if (shape === undefined) return undefined
      const name = nameOf(shape, context)
      if (!isAskedOften(name)) return undefined
      const asked = { name, source, shape, context, read }
      const again = await readAgain(asked).catch((error: unknown) => {
        if (!isTableLost(error)) throw error
      })
      return again === undefined ? await readKept(asked) : again.answer
    },
  }
}

async function release(one: Known): Promise<void> {
  const { kept } = one
  one.kept = undefined
  await kept?.table.drop()
}

/** Who may see what is part of the condition. However long that is, the name is short. */
function nameOf({ keys, aggregates }: PartialShape, context: SearchTypeContext): string {
  const asked = JSON.stringify([keys, aggregates.map(aggregateSql), context.where(EVER)])
  return createHash('sha256').update(asked).digest('base64')
}

const keptName = (name: string, { lengthMs }: Pieces): string => `${name} ${lengthMs}`

/** The pivot over what is kept, and over the messages in no piece that is. */
function mergedFrom(
  source: PivotSource,
  question: Pick<Question, 'shape' | 'pieces' | 'context'>,
  kept: Kept,
  reading: Reading,
): PivotSource {
  const { shape, pieces } = question
  const rest = [...pieces.rest, ...pieceRanges(pieces, reading.open)]
  const partials = [keptSql(kept, reading.kept), ...(rest.length === 0 ? [] : [messagesSql(question, rest)])]
  return mergedSource(source, shape, partials)
}

const keptSql = ({ table }: Kept, pieces: readonly number[]): string =>
  `SELECT * FROM ${table.name} WHERE piece IN (${pieces.join(', ')})`

const pieceRanges = (pieces: Pieces, numbers: readonly number[]): readonly InstantRange[] =>
  spans(numbers).map(([first, last]) => pieceRange(pieces, first, last))

function messagesSql(
  { shape, pieces, context }: Pick<Question, 'shape' | 'pieces' | 'context'>,
  ranges: readonly InstantRange[],
): string {
  const fromMs = Math.min(...ranges.map((range) => range.fromMs))
  const toMs = Math.max(...ranges.map((range) => range.toMs))
  const within = ranges.map((range) => `(${rangeCondition(range)})`).join(' OR ')
  return partialsSql(shape, pieces, `${context.where({ fromMs, toMs })} AND (${within})`)
}
