/**
 * Keeps the server from ending in a circle. Work that may end it, such as starting an input, is recorded while it is
 * under way. If the same work was under way when the server ended unexpectedly twice within a minute, it is skipped until a
 * user tries it again.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { openWorkFile, Work } from './work-file.ts'

export type CrashGuard = ReturnType<typeof openCrashGuard>

/** Two ends within this time, as the starts after them see it, condemn what was under way at both. */
const CIRCLE_MS = 60_000

export const WORK_FILE = 'work-under-way'
const MEMORY_FILE = 'crash-guard.json'

const Memory = Type.Object({
  /** When the server started after it had ended unexpectedly, and what was under way at that end. */
  lastEnd: Type.Union([Type.Null(), Type.Object({ atMs: Type.Number(), work: Type.Array(Work) })]),
  skipped: Type.Array(Work),
})
type Memory = Static<typeof Memory>

const NOTHING: Memory = { lastEnd: null, skipped: [] }

export function openCrashGuard({ folder, clock, log }: { folder: string; clock: Clock; log: Log }) {
  const path = join(folder, MEMORY_FILE)
  const file = openWorkFile(join(folder, WORK_FILE))
  const memory = afterEnd(readMemory(path, log), file.found, clock.now().getTime())
  const skipped = new Map(memory.skipped.map((work) => [keyOf(work), work]))
  const underWay = new Set<Work>()
  const save = () => writeMemory(path, { lastEnd: memory.lastEnd, skipped: [...skipped.values()] })
  if (file.found.length > 0) save()
  for (const { kind, id, title } of skipped.values())
    log.error({ kind, id, title }, 'skipped, because the server ended')

  return {
    /** Records the work until the returned value is disposed of. */
    begin(work: Work) {
      const recorded = file.add(work)
      underWay.add(work)
      return {
        [Symbol.dispose]() {
          recorded[Symbol.dispose]()
          underWay.delete(work)
        },
      }
    },
    isSkipped: (work: Pick<Work, 'kind' | 'id'>) => skipped.has(keyOf(work)),
    /** A user wants the work to be done again. */
    tryAgain(work: Pick<Work, 'kind' | 'id'>) {
      if (skipped.delete(keyOf(work))) save()
    },
    /** All that is skipped. */
    skipped: () => [...skipped.values()],
    /** All work that is under way now. */
    underWay: () => [...underWay],
    [Symbol.dispose]: () => file[Symbol.dispose](),
  }
}

const keyOf = ({ kind, id }: Pick<Work, 'kind' | 'id'>) => `${kind} ${id}`

/** `found` was under way at the last end; nothing is after the server was stopped. */
function afterEnd({ lastEnd, skipped }: Memory, found: readonly Work[], nowMs: number): Memory {
  if (found.length === 0) return { lastEnd, skipped }
  const sinceLastMs = lastEnd === null ? Number.POSITIVE_INFINITY : nowMs - lastEnd.atMs
  const before = new Set(0 <= sinceLastMs && sinceLastMs <= CIRCLE_MS ? lastEnd?.work.map(keyOf) : [])
  const condemned = found.filter((work) => before.has(keyOf(work)))
  return { lastEnd: { atMs: nowMs, work: [...found] }, skipped: [...skipped, ...condemned] }
}

function readMemory(path: string, log: Log): Memory {
  if (!existsSync(path)) return NOTHING
  try {
    return Value.Parse(Memory, JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    log.warn({ path, err: error }, 'what the server skips could not be read')
    return NOTHING
  }
}

function writeMemory(path: string, memory: Memory): void {
  writeFileSync(`${path}.new`, JSON.stringify(memory), { mode: 0o600 })
  renameSync(`${path}.new`, path)
}
