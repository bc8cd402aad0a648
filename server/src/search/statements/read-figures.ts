/**
 * What a statement has read, as the engine says when its response begins. It has read all by then, unless its response is so
 * long that it is sent in pieces.
 */
import type { EngineResponse } from '../../store/engine/engine-response.ts'
import type { ReadFigures } from '../progress/progress.ts'

/** A statement that has ended. */
export interface ReadStatement extends ReadFigures {
  readonly text: string
}

const HEADER = 'x-clickhouse-summary'

/** Undefined if the server says nothing of it. */
export function readFiguresOf({ response_headers }: Pick<EngineResponse, 'response_headers'>): ReadFigures | undefined {
  const text = response_headers[HEADER]
  if (typeof text !== 'string') return undefined
  try {
    const { read_rows, read_bytes, elapsed_ns } = Object(JSON.parse(text))
    return { rows: countOf(read_rows), bytes: countOf(read_bytes), ms: countOf(elapsed_ns) / 1e6 }
  } catch {
    return undefined
  }
}

/** Behind the address of ClickHouse may be anything. */
function countOf(text: unknown): number {
  const count = Number(text)
  return count > 0 && Number.isFinite(count) ? count : 0
}
