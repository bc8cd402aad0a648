const SHOW_EVERY_MS = 500
const MEGABYTE = 1_000_000

/** One line on the standard error that is written again and again, and removed at the end. */
export function createProgress(isShown: boolean) {
  const startedAt = performance.now()
  let shownAt = startedAt
  let hasLine = false
  return {
    show(bytes: number): void {
      const now = performance.now()
      if (!isShown || now - shownAt < SHOW_EVERY_MS) return
      shownAt = now
      hasLine = true
      const rate = bytes / MEGABYTE / ((now - startedAt) / 1000)
      process.stderr.write(`\r${(bytes / MEGABYTE).toFixed(1)} MB, ${rate.toFixed(1)} MB/s\u001b[K`)
    },
    [Symbol.dispose](): void {
      if (hasLine) process.stderr.write('\r\u001b[K')
    },
  }
}
