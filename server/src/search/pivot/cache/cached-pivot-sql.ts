/** SQL of tables of partials: how they are filled, and read together with messages in no piece of theirs. */
import { type ScopedSql, type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlList } from '@logyard/languages/sql/sql-parts'
import type { InstantRange } from '../../scope/message-scope.ts'
import type { SearchTypeContext } from '../../search-type.ts'
import type { PivotSource } from '../pivot-sql.ts'
import type { Kept, Reading } from './cached-partitions.ts'
import { mergedSource, type PartialShape, partialsSql } from './partial-sql.ts'
import { alike, type Pieces, rangesOf } from './partitions.ts'
import { withinSql } from './stored-messages.ts'

/** A pivot over a range, as that is cut. */
export interface Question {
  readonly shape: PartialShape
  readonly pieces: Pieces
  readonly context: SearchTypeContext
}

/** The pivot over what is kept, and over the messages in no piece that is. */
export function mergedFrom(source: PivotSource, question: Question, kept: Kept, reading: Reading): PivotSource {
  const rest = restOf(question.pieces, reading)
  const partials = [keptSql(kept, reading.kept), ...(rest.length === 0 ? [] : [messagesSql(question, sql`0`, rest)])]
  return mergedSource(source, question.shape, partials)
}

export const keptSql = ({ table }: Kept, pieces: readonly number[]): ScopedSql =>
  sql`SELECT * FROM ${table.rows} WHERE piece IN (${sqlList(pieces)})`

const restOf = ({ rest }: Pieces, { open }: Reading): readonly InstantRange[] => [...rest, ...rangesOf(open)]

/** The messages of pieces, a row for each group in each. */
export const piecesSql = (question: Question, pieces: readonly number[]): readonly ScopedSql[] =>
  alike(pieces).map(({ pieces: ofLength, numberSql }) => messagesSql(question, numberSql, rangesOf(ofLength)))

function messagesSql({ shape, context }: Question, piece: Sql, ranges: readonly InstantRange[]): ScopedSql {
  const fromMs = Math.min(...ranges.map((range) => range.fromMs))
  const toMs = Math.max(...ranges.map((range) => range.toMs))
  return partialsSql(shape, piece, context.from({ fromMs, toMs }, withinSql(ranges)))
}
