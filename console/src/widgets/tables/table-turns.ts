/** Tables of widgets are asked for a few at a time: a page with many of them leaves places for what else it shows. */
const TABLES_AT_ONCE = 2

let running = 0
const waiting = new Set<() => void>()

/** Runs when it is its turn; rejects with the reason of the signal if that is aborted before. */
export async function inTurn<Result>(signal: AbortSignal, run: () => Promise<Result>): Promise<Result> {
  while (running >= TABLES_AT_ONCE && !signal.aborted) await turn(signal)
  if (signal.aborted) {
    wakeNext()
    throw signal.reason
  }
  running += 1
  try {
    return await run()
  } finally {
    running -= 1
    wakeNext()
  }
}

function turn(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const wake = () => {
    waiting.delete(wake)
    signal.removeEventListener('abort', wake)
    resolve()
  }
  waiting.add(wake)
  signal.addEventListener('abort', wake, { once: true })
  return promise
}

/** Wakes one request that waits; if it has no turn yet, it waits again. */
function wakeNext(): void {
  const [next] = waiting
  next?.()
}
