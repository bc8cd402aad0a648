/** Measures how long work holds up the event loop, in processor time, which other work of the machine does not change. */

/** The most processor time, in milliseconds, between two turns of this thread's timers while the work runs. */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let longestUs = 0
  let last = process.threadCpuUsage()
  const look = () => {
    const { user, system } = process.threadCpuUsage(last)
    last = process.threadCpuUsage()
    longestUs = Math.max(longestUs, user + system)
  }
  const timer = setInterval(look, 1)
  try {
    await work()
    look()
  } finally {
    clearInterval(timer)
  }
  return longestUs / 1000
}
