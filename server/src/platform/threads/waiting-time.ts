import { readFileSync } from 'node:fs'

/** How long a thread of this process has waited for a core that others used. Only Linux tells; otherwise 0. */
export function waitingTimeMs(threadId: number): number {
  try {
    const [, waitedNs] = readFileSync(`/proc/self/task/${threadId}/schedstat`, 'utf8').split(' ')
    return Number(waitedNs) / 1e6
  } catch {
    return 0
  }
}
