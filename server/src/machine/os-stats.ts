import { cpus, freemem, loadavg, totalmem, uptime } from 'node:os'
import type { OsStats } from '@logyard/contract/machine/system-stats'
import { percent, readProcFile, UNKNOWN } from './proc-files.ts'

export async function readOsStats(): Promise<OsStats> {
  const memoryFacts = (await readProcFile('/proc/meminfo')) ?? ''
  const [total, free] = [totalmem(), freemem()]
  const actualFree = process.availableMemory()
  const swapTotal = bytesOf('SwapTotal', memoryFacts)
  const swapFree = bytesOf('SwapFree', memoryFacts)
  return {
    load_average: loadavg(),
    uptime: Math.round(uptime()),
    processor: processorStats(),
    memory: {
      total,
      free,
      free_percent: percent(free, total),
      used: total - free,
      used_percent: percent(total - free, total),
      actual_free: actualFree,
      actual_used: total - actualFree,
    },
    swap: {
      total: swapTotal,
      free: swapFree,
      used: swapTotal === UNKNOWN || swapFree === UNKNOWN ? UNKNOWN : swapTotal - swapFree,
    },
  }
}

/** Shares of the time since the machine started. */
function processorStats(): OsStats['processor'] {
  const processors = cpus()
  const sum = (part: 'user' | 'sys' | 'idle' | 'nice' | 'irq') =>
    processors.reduce((time, processor) => time + processor.times[part], 0)
  const [user, sys, idle] = [sum('user') + sum('nice'), sum('sys') + sum('irq'), sum('idle')]
  const all = user + sys + idle
  return {
    model: processors[0]?.model ?? 'unknown',
    vendor: 'unknown',
    mhz: processors[0]?.speed ?? UNKNOWN,
    total_cores: processors.length,
    total_sockets: UNKNOWN,
    cores_per_socket: UNKNOWN,
    cache_size: UNKNOWN,
    sys: percent(sys, all),
    user: percent(user, all),
    idle: percent(idle, all),
    stolen: UNKNOWN,
  }
}

/** A line of `/proc/meminfo`: `SwapTotal:  2097148 kB`. */
function bytesOf(name: string, memoryFacts: string): number {
  const match = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(memoryFacts)
  return match === null ? UNKNOWN : Number(match[1]) * 1024
}
