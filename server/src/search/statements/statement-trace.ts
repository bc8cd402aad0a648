/**
 * The statements of one execution that its user inspects, with their times. Other executions keep nothing of theirs. It is
 * bounded, and empty once it was read.
 */
import type { ScopedSql } from '@logyard/languages/sql/sql'
import type { Clock } from '../../platform/clock.ts'
import type { ProgressPart, ReadFigures } from '../progress/progress.ts'

export interface TracedStatement {
  readonly text: string
  /** The search type that it belongs to; undefined if several share it. */
  readonly searchTypeId: string | undefined
  readonly waitingMs: number
  readonly tookMs: number
  readonly figures: ReadFigures | undefined
  readonly answerBytes: number
  readonly hasFailed: boolean
}

/** A statement until it is disposed of. */
export interface TracedRun extends Disposable {
  /** Called when the statement gets its turn. */
  started(): void
  read(figures: ReadFigures): void
  received(bytes: number): void
  /** Its last row has arrived. */
  completed(): void
}

const MAX_TRACED = 100
const MAX_TRACED_CHARACTERS = 1_000_000

export type StatementTrace = ReturnType<typeof createStatementTrace>

export function createStatementTrace(clock: Pick<Clock, 'monotonicMs'>) {
  const ids = new WeakMap<ProgressPart, string>()
  let traced: (() => TracedStatement)[] = []
  let leftOut = 0
  let characters = 0
  let isOpen = true
  return {
    /** The part of the progress is that of this search type. */
    name(part: ProgressPart, searchTypeId: string): void {
      ids.set(part, searchTypeId)
    },
    begin({ text }: Pick<ScopedSql, 'text'>, part: ProgressPart | undefined): TracedRun | undefined {
      if (!isOpen) return undefined
      if (traced.length >= MAX_TRACED || characters + text.length > MAX_TRACED_CHARACTERS) {
        leftOut += 1
        return undefined
      }
      characters += text.length
      const { run, statement } = traceOf(clock, text, part && ids.get(part))
      traced.push(statement)
      return run
    },
    /** All statements so far; none is kept any more. */
    take() {
      const statements = traced.map((statement) => statement())
      traced = []
      isOpen = false
      return { statements, leftOut }
    },
  }
}

function traceOf(clock: Pick<Clock, 'monotonicMs'>, text: string, searchTypeId: string | undefined) {
  const beginMs = clock.monotonicMs()
  let startMs: number | undefined
  let endMs: number | undefined
  let figures: ReadFigures | undefined
  let answerBytes = 0
  let isComplete = false
  const run: TracedRun = {
    started() {
      startMs = clock.monotonicMs()
    },
    read(said) {
      figures = said
    },
    received(bytes) {
      answerBytes += bytes
    },
    completed() {
      isComplete = true
    },
    [Symbol.dispose]() {
      endMs = clock.monotonicMs()
    },
  }
  const statement = (): TracedStatement => {
    const end = endMs ?? clock.monotonicMs()
    const start = startMs ?? end
    return {
      text,
      searchTypeId,
      waitingMs: start - beginMs,
      tookMs: end - start,
      figures,
      answerBytes,
      hasFailed: !isComplete,
    }
  }
  return { run, statement }
}
