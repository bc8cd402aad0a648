/** The throughput of this node by minute, in a file: appended once a minute, read at the start. */
import { appendFileSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import type { ThroughputHistory } from '@logyard/contract/metrics/metrics'
import { unlessThrown } from '@logyard/languages/errors/unless-thrown'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'

export const THROUGHPUT_FILE = 'throughput.jsonl'

type Minutes = ThroughputHistory['minutes']

export type ThroughputFile = ReturnType<typeof openThroughputFile>

const DAY_MS = 24 * 60 * 60_000
/** Margin for a clock that was set back a little. */
const AHEAD_MS = 60_000
/** A day has 1440 lines, of at most 100 bytes. The file is written again when it has those of two days. */
const MAX_LINES = 2880
const MAX_FILE_BYTES = 1024 * 1024

const Line = Type.Object({
  at: Type.String(),
  input: Type.Integer({ minimum: 0 }),
  output: Type.Integer({ minimum: 0 }),
})

/** A failure of the file stops nothing: if it cannot be read or written, the graph has a gap after the next start. */
export function openThroughputFile(deps: {
  readonly path: string
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
}) {
  const { path, clock, log } = deps
  let isFailing = false
  const attempt = (write: () => void) => {
    try {
      write()
      isFailing = false
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, 'throughput of the last day could not be stored')
      isFailing = true
    }
  }
  let lines = 0
  const replace = (minutes: Readonly<Minutes>) => {
    writeFileSync(`${path}.new`, minutes.map(lineOf).join(''), { mode: 0o600 })
    renameSync(`${path}.new`, path)
    lines = minutes.length
  }
  const before = readMinutes(path, clock.now().getTime())
  // A crash may have left a part of a line, to which the next one would be added.
  attempt(() => replace(before))
  return {
    /** The minutes of the last day that were appended before this start, oldest first. */
    before,
    /** `minutes` are all that still count, the new one last. */
    append: (minutes: Readonly<Minutes>) =>
      attempt(() => {
        const newest = minutes.at(-1)
        if (newest === undefined) return
        if (isFailing || lines >= MAX_LINES) return replace(minutes)
        appendFileSync(path, lineOf(newest), { mode: 0o600 })
        lines += 1
      }),
  }
}

const lineOf = ({ at, input, output }: Minutes[number]) => `${JSON.stringify({ at, input, output })}\n`

function readMinutes(path: string, nowMs: number): Minutes {
  const isOfLastDay = ({ at }: Minutes[number]) => {
    const atMs = Date.parse(at)
    return atMs > nowMs - DAY_MS && atMs <= nowMs + AHEAD_MS
  }
  return readLines(path)
    .flatMap((line) => {
      const minute: unknown = unlessThrown(SyntaxError, () => JSON.parse(line))
      return Value.Check(Line, minute) && isOfLastDay(minute) ? [minute] : []
    })
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

function readLines(path: string): readonly string[] {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  return size === 0 || size > MAX_FILE_BYTES ? [] : readFileSync(path, 'utf8').split('\n')
}
