const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Aborts when this process is asked to end, or when the process at the other end of its IPC channel is gone. From then
 * on these signals no longer end this process.
 */
export function untilInterrupted(): AbortSignal {
  const interrupted = new AbortController()
  const interrupt = () => interrupted.abort()
  for (const signal of SIGNALS) process.on(signal, interrupt)
  process.on('disconnect', interrupt)
  // A listener must not keep the process alive.
  process.channel?.unref()
  return interrupted.signal
}
