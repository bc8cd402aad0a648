/** Notices that nothing reads a pipe any more, also while there is nothing to write. */
import { type ChildProcess, spawn } from 'node:child_process'
import { fstatSync } from 'node:fs'

const STDOUT = 1
/** Most commands end before. */
const START_AFTER_MS = 300

/**
 * Node cannot poll a pipe for its reader, but GNU's `tail -f` does, and ends with SIGPIPE. It also ends with this process,
 * however that ends. Where there is another `tail`, the next write notices.
 */
export function watchClosedPipe(closed: () => void): Disposable {
  if (process.platform !== 'linux' || !fstatSync(STDOUT).isFIFO()) return { [Symbol.dispose]: () => undefined }
  let watcher: ChildProcess | undefined
  const timer = setTimeout(() => {
    watcher = spawn('tail', [`--pid=${process.pid}`, '-f', '/dev/null'], { stdio: ['ignore', 'inherit', 'ignore'] })
    watcher.on('error', () => undefined)
    watcher.on('exit', (_code, signal) => {
      if (signal === 'SIGPIPE') closed()
    })
    watcher.unref()
  }, START_AFTER_MS)
  timer.unref()
  return {
    [Symbol.dispose]() {
      clearTimeout(timer)
      watcher?.kill('SIGKILL')
    },
  }
}
