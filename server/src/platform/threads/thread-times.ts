import { readFileSync } from 'node:fs'

export interface ThreadTimes {
  /** How long the thread ran on a core. */
  readonly ranMs: number
  /** How long the thread waited for a core that others used. */
  readonly waitedMs: number
}

/** What a thread of this process has done since it started. Only Linux tells; otherwise the times are 0. */
export function threadTimes(threadId: number): ThreadTimes {
  try {
    const [ranNs, waitedNs] = readFileSync(`/proc/self/task/${threadId}/schedstat`, 'utf8').split(' ')
    return { ranMs: Number(ranNs) / 1e6, waitedMs: Number(waitedNs) / 1e6 }
  } catch {
    return { ranMs: 0, waitedMs: 0 }
  }
}
