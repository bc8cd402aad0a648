import { readdirSync, readFileSync } from 'node:fs'

const TICK_MS = 10

/** A process and all its descendants, from /proc. */
export function processesOf(pid: number): readonly number[] {
  return [pid, ...childrenOf(pid).flatMap(processesOf)]
}

/** Resident memory of a process; 0 once it has ended. */
export const residentMb = (pid: number): number => statusMb(pid, 'VmRSS')

/** Threads that the process has now. */
export const threadsOf = (pid: number): number => tasksOf(pid).length

/** Proportional memory: pages shared by several processes, mostly programs, are split among them. */
function shareMb(pid: number): number {
  const share = /^Pss:\s+(\d+)/m.exec(readOf(`/proc/${pid}/smaps_rollup`))?.[1]
  return share === undefined ? residentMb(pid) : Number(share) / 1024
}

/** Anonymous memory only: the system can reclaim file-backed pages at any time. */
const anonymousMb = (pid: number): number => statusMb(pid, 'RssAnon')

function statusMb(pid: number, name: string): number {
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readOf(`/proc/${pid}/status`))?.[1] ?? 0) / 1024
}

/** Processor time that a process has used. */
export function processorMs(pid: number): number {
  // The name in parentheses may contain blanks; user and system time are the 12th and 13th fields after it.
  const fields = readOf(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS
}

function childrenOf(pid: number): readonly number[] {
  return tasksOf(pid)
    .flatMap((task) => readOf(`/proc/${pid}/task/${task}/children`).trim().split(' '))
    .filter((child) => child !== '')
    .map(Number)
}

function tasksOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return [] // the process has ended
  }
}

function readOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // the process has ended
  }
}

const SAMPLE_MS = 200

/** Sums of a process and its descendants: resident memory, and the part of it without mapped files. */
export function memoryOf(pid: number): { readonly residentMb: number; readonly anonymousMb: number } {
  const sum = (of: (pid: number) => number) => processesOf(pid).reduce((all, each) => all + of(each), 0)
  return { residentMb: sum(residentMb), anonymousMb: sum(anonymousMb) }
}

/** Watches the peaks of both sums, each on its own. */
export function watchPeaks(pid: number) {
  let peaks = memoryOf(pid)
  const timer = setInterval(() => {
    const now = memoryOf(pid)
    peaks = {
      residentMb: Math.max(peaks.residentMb, now.residentMb),
      anonymousMb: Math.max(peaks.anonymousMb, now.anonymousMb),
    }
  }, SAMPLE_MS)
  timer.unref()
  return { peaks: () => peaks, [Symbol.dispose]: () => clearInterval(timer) }
}

export function watchMemory(pid: number) {
  let peak = 0
  let parts: readonly string[] = []
  const timer = setInterval(() => {
    const processes = processesOf(pid)
    const now = processes.reduce((sum, each) => sum + shareMb(each), 0)
    if (now <= peak) return
    peak = now
    parts = processes.map((each) => `${shareMb(each).toFixed(0)} (${anonymousMb(each).toFixed(0)} without files)`)
  }, SAMPLE_MS)
  timer.unref()
  return {
    /** The peak memory of the process and its descendants together. */
    peakMb: () => peak,
    /** The memory of each process at the peak, oldest process first. */
    describePeak: () => parts.join(' + '),
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
