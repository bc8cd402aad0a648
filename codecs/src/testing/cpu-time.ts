/** CPU time of this thread in milliseconds: unlike elapsed time, it does not grow with the load of the machine. */
export function cpuTimeMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** The CPU time of the work. Of several tries the shortest counts, because a collection of garbage may fall into one. */
export async function cpuMsOf(work: (attempt: number) => unknown, tries = 1): Promise<number> {
  const tookMs: number[] = []
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const before = cpuTimeMs()
    await work(attempt)
    tookMs.push(cpuTimeMs() - before)
  }
  return Math.min(...tookMs)
}
