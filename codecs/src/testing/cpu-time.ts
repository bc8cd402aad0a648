/** CPU time of this thread in milliseconds: unlike elapsed time, it does not grow with the load of the machine. */
export function cpuTimeMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
