import { readdir } from 'node:fs/promises'
import type { ProcessStats } from '@logyard/contract/machine/system-stats'
import { readProcFile, UNKNOWN } from './proc-files.ts'

/** Linux counts memory in pages of this size, except on a few ARM machines. */
const PAGE_BYTES = 4096

export async function readProcessStats(): Promise<ProcessStats> {
  const [limits, statm] = await Promise.all(['/proc/self/limits', '/proc/self/statm'].map(readProcFile))
  const { user, system } = process.cpuUsage()
  const [userMs, systemMs] = [Math.round(user / 1000), Math.round(system / 1000)]
  const [virtualPages, , sharedPages] = (statm ?? '').split(' ').map(Number)
  return {
    pid: process.pid,
    open_file_descriptors: await countOpenFiles(),
    max_file_descriptors: maxOpenFiles(limits ?? ''),
    cpu: {
      percent: Math.round((userMs + systemMs) / (process.uptime() * 10)),
      sys: systemMs,
      user: userMs,
      total: userMs + systemMs,
    },
    memory: {
      total_virtual: statm === undefined ? UNKNOWN : (virtualPages ?? 0) * PAGE_BYTES,
      resident: process.memoryUsage.rss(),
      share: statm === undefined ? UNKNOWN : (sharedPages ?? 0) * PAGE_BYTES,
    },
  }
}

async function countOpenFiles(): Promise<number> {
  try {
    return (await readdir('/proc/self/fd')).length
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return UNKNOWN
    throw error
  }
}

const maxOpenFiles = (limits: string): number => Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? UNKNOWN)
