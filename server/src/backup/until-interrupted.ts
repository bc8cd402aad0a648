/** Ends the work cleanly on the first interrupt, and keeps the process alive while it only waits. */
export function untilInterrupted(): Disposable & { readonly signal: AbortSignal } {
  const interrupt = new AbortController()
  const stop = () => interrupt.abort(new Error('Interrupted'))
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const name of signals) process.once(name, stop)
  const { port1, port2 } = new MessageChannel()
  port1.ref()
  return {
    signal: interrupt.signal,
    [Symbol.dispose]() {
      for (const name of signals) process.off(name, stop)
      port1.close()
      port2.close()
    },
  }
}
