/**
 * How far a search or an export is: the rows that its statements have read, of those that they will read. The engine
 * knows the rows of a running statement only; the rest is estimated, so figures never go back, and never say "done".
 */
import { randomUUID } from 'node:crypto'

/** Rows of a statement that runs. `total` is 0 until the engine knows it. */
export interface StatementRows {
  readonly read: number
  readonly total: number
  /** Bytes of the columns that were read. */
  readonly bytes?: number
}

/** What statements have read, as the engine counts it: bytes are those of the columns, not compressed. */
export interface ReadFigures {
  readonly rows: number
  readonly bytes: number
  /** The time that the engine took for those that have ended. */
  readonly ms: number
}

/** Several statements read one range after the other: `before` of the range is read already, `size` is read by this one. */
export interface RangeShare {
  readonly before: number
  readonly size: number
}

export interface ProgressFigures {
  /** At most `MOST`. */
  readonly share: number
  readonly rowsRead: number
  /** An estimate, as long as statements are still to come. */
  readonly rowsTotal: number
  /** Undefined until enough was read to tell. */
  readonly secondsLeft: number | undefined
}

/** A statement that runs until it is disposed of. */
export interface RunningStatement extends Disposable {
  readonly queryId: string
  /** Takes what the engine says that it has read. */
  read(figures: ReadFigures): void
}

/** A search type, or an export. It ends when it is disposed of. */
export interface ProgressPart extends Disposable {
  begin(share?: RangeShare): RunningStatement
  /** What its statements have read so far. */
  cost(): ReadFigures
}

export type Progress = ReturnType<typeof createProgress>

/** What is left when nearly all is read, such as sorting, takes an unknown time. */
const MOST = 0.99
/** Less says too little about the rest. */
const FORETELLS_FROM = 0.05
/** Statements that read fewer rows look something up before they read messages: they say nothing about the rest. */
const FORETELLS_FROM_ROWS = 1000
/** The weight of the newest estimate of the time that is left. */
const NEWEST_WEIGHT = 0.25

interface Statement {
  readonly share: RangeShare
  /** As they were polled: progress is estimated from figures of one kind. */
  rows: StatementRows
  /** The most that is known. */
  cost: ReadCost
}

interface ReadCost {
  readonly rows: number
  readonly bytes: number
}

interface Part {
  readonly running: Map<string, Statement>
  /** Rows read by the statements that have ended. */
  readBefore: number
  /** Cost of the statements that have ended. */
  before: ReadCost
  ms: number
  /** As it was last known. */
  total: number | undefined
  hasEnded: boolean
}

const NOTHING: ReadCost = { rows: 0, bytes: 0 }

const WHOLE: RangeShare = { before: 0, size: 1 }

export function createProgress(startMs: number) {
  const parts: Part[] = []
  let figures: ProgressFigures | undefined
  let updatedMs = startMs

  function secondsLeft(share: number, nowMs: number): number | undefined {
    if (share < FORETELLS_FROM) return undefined
    const estimate = (((nowMs - startMs) / 1000) * (1 - share)) / share
    const known = figures?.secondsLeft
    if (known === undefined) return estimate
    const expected = Math.max(0, known - (nowMs - updatedMs) / 1000)
    return expected + (estimate - expected) * NEWEST_WEIGHT
  }

  return {
    startMs,
    /** All parts are announced before the first one begins. */
    part() {
      const part: Part = {
        running: new Map(),
        readBefore: 0,
        before: NOTHING,
        ms: 0,
        total: undefined,
        hasEnded: false,
      }
      parts.push(part)
      return partOf(part)
    },
    /** Undefined until the rows of a statement are known. */
    figures: () => figures,
    /** What the statements of all parts have read so far. */
    cost: (): ReadFigures => {
      const costs = parts.map(costOf)
      const total = (of: (cost: ReadFigures) => number) => sum(costs.map(of))
      return { rows: total(({ rows }) => rows), bytes: total(({ bytes }) => bytes), ms: total(({ ms }) => ms) }
    },
    queryIds: () => parts.flatMap(({ running }) => [...running.keys()]),
    /** Takes the rows of running statements. */
    update(rows: ReadonlyMap<string, StatementRows>, nowMs: number) {
      for (const part of parts) takeRows(part, rows)
      const rowsRead = sum(parts.map(rowsReadBy))
      const expected = expectedRows(parts)
      if (expected === undefined) return
      const share = Math.max(figures?.share ?? 0, Math.min(MOST, rowsRead / expected))
      figures = {
        share,
        rowsRead: Math.max(figures?.rowsRead ?? 0, rowsRead),
        rowsTotal: Math.round(share === 0 ? expected : rowsRead / share),
        secondsLeft: secondsLeft(share, nowMs),
      }
      updatedMs = nowMs
    },
  }
}

function partOf(part: Part): ProgressPart {
  return {
    begin(share = WHOLE) {
      const queryId = randomUUID()
      const statement: Statement = { share, rows: { read: 0, total: 0 }, cost: NOTHING }
      part.running.set(queryId, statement)
      return {
        queryId,
        read({ rows, bytes, ms }) {
          part.ms += ms
          statement.cost = greatest(statement.cost, { rows, bytes })
        },
        [Symbol.dispose]() {
          if (!part.running.delete(queryId)) return
          part.readBefore += statement.rows.read
          part.before = {
            rows: part.before.rows + statement.cost.rows,
            bytes: part.before.bytes + statement.cost.bytes,
          }
        },
      }
    },
    cost: () => costOf(part),
    [Symbol.dispose]() {
      part.hasEnded = true
    },
  }
}

function takeRows(part: Part, rows: ReadonlyMap<string, StatementRows>): void {
  for (const [queryId, statement] of part.running) {
    const known = rows.get(queryId)
    if (known === undefined) continue
    // The engine's estimate may be too small.
    const total = known.total === 0 ? 0 : Math.max(known.read, known.total)
    statement.rows = { ...known, total }
    statement.cost = greatest(statement.cost, { rows: known.read, bytes: known.bytes ?? 0 })
  }
  part.total = part.hasEnded ? part.readBefore : (totalOf(part) ?? part.total)
}

/** Undefined while the engine does not know it, and between two statements. */
function totalOf({ running, readBefore }: Part): number | undefined {
  const statements = [...running.values()]
  if (statements.length === 0 || statements.some(({ rows }) => rows.total === 0)) return undefined
  return readBefore + sum(statements.map(({ rows, share }) => (rows.total * (1 - share.before)) / share.size))
}

const rowsReadBy = ({ running, readBefore }: Part): number =>
  readBefore + sum([...running.values()].map(({ rows }) => rows.read))

function costOf({ running, before, ms }: Part): ReadFigures {
  const costs = [before, ...[...running.values()].map(({ cost }) => cost)]
  return { rows: sum(costs.map(({ rows }) => rows)), bytes: sum(costs.map(({ bytes }) => bytes)), ms }
}

const greatest = (one: ReadCost, other: ReadCost): ReadCost => ({
  rows: Math.max(one.rows, other.rows),
  bytes: Math.max(one.bytes, other.bytes),
})

/** Parts that have not begun yet are expected to read as much as the others do on average. */
function expectedRows(parts: readonly Part[]): number | undefined {
  const totals = parts.flatMap(({ total }) => (total === undefined ? [] : [total]))
  const known = sum(totals)
  return known < FORETELLS_FROM_ROWS ? undefined : (known / totals.length) * parts.length
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
