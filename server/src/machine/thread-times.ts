import { readdir } from 'node:fs/promises'
import { readProcFile } from './proc-files.ts'

export interface ThreadTime {
  readonly id: string
  readonly name: string
  readonly cpuSeconds: number
}

const TASKS = '/proc/self/task'
/** Unit of the times in `/proc`, on all systems that Node.js supports. */
const TICKS_PER_SECOND = 100
/** Places after the name, which is in brackets and may contain spaces. */
const [USER_TICKS, SYSTEM_TICKS] = [11, 12]

/** The processor times of this process's threads, the busiest first; empty if the system does not tell them. */
export async function readThreadTimes(): Promise<readonly ThreadTime[]> {
  const ids = await readdir(TASKS).catch(() => [])
  const times = await Promise.all(ids.map(readThreadTime))
  return times.filter((time) => time !== undefined).sort((a, b) => b.cpuSeconds - a.cpuSeconds)
}

async function readThreadTime(id: string): Promise<ThreadTime | undefined> {
  const match = /^\d+ \((.*)\) (.*)$/s.exec((await readProcFile(`${TASKS}/${id}/stat`)) ?? '')
  // The thread ended in the meantime.
  if (match === null) return undefined
  const [, name = '', rest = ''] = match
  const figures = rest.split(' ').map(Number)
  return { id, name, cpuSeconds: ((figures[USER_TICKS] ?? 0) + (figures[SYSTEM_TICKS] ?? 0)) / TICKS_PER_SECOND }
}
