/**
 * Lets merges go behind questions and inserts where processors are short. The engine has a setting for that, which
 * libchdb reads and then leaves alone; on Linux a thread can be asked for by its id.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

const TASKS = '/proc/self/task'
const MERGES = 'MergeMutate'
/** A third of the weight of others: with less, parts would pile up while many ask. */
const NICE = 5
/** The threads begin with the first table that is opened. */
const LOOK_EVERY_MS = 1000

export function lowerMergePriority(): void {
  if (!existsSync(TASKS)) return
  const timer = setInterval(() => {
    const merges = readdirSync(TASKS).filter(isMerging)
    if (merges.length === 0) return
    for (const thread of merges) setPriority(Number(thread), NICE)
    clearInterval(timer)
  }, LOOK_EVERY_MS)
  timer.unref()
}

function isMerging(thread: string): boolean {
  try {
    return readFileSync(`${TASKS}/${thread}/comm`, 'utf8').trim() === MERGES
  } catch {
    return false // it has ended
  }
}
