// Starts the server, and starts it again when it ends unexpectedly. Plain JavaScript that Node 20 understands.
import { spawn } from 'node:child_process'

/** The exit code of a server that met an error which nobody foresaw. `server/src/main.ts` uses it, too. */
const UNEXPECTED_ERROR = 70
const FIRST_PAUSE_MS = 1000
const MAX_PAUSE_MS = 60_000
/** A server that ran for so long is started again at once. */
const STEADY_MS = 10_000
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Runs the program until it ends for a reason of its user's. Resolves with the exit code. */
export async function supervise(program, args, options) {
  let child
  let isStopping = false
  const pause = createPause()
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      isStopping = true
      pause.end()
      child?.kill(signal)
    })
  }
  let pauseMs = 0
  let reason
  while (!isStopping) {
    const startedAt = performance.now()
    const told = reason === undefined ? [] : ['--ended', reason]
    child = spawn(program, [...args, '--supervisor', String(process.pid), ...told], { ...options, stdio: 'inherit' })
    const end = await ended(child)
    // Before its first end unexpectedly, 1 means that the server was refused: a wrong setting, a port in use.
    if (isStopping || end.code === 0 || (end.code === 1 && reason === undefined)) return end.code ?? 1
    reason = reasonOf(end)
    const isSteady = performance.now() - startedAt >= STEADY_MS
    pauseMs = isSteady ? 0 : Math.min(Math.max(pauseMs * 2, FIRST_PAUSE_MS), MAX_PAUSE_MS)
    const when = pauseMs === 0 ? 'now' : `in ${pauseMs / 1000} s`
    console.error(`Logyard ended unexpectedly (${reason}) and starts again ${when}.`)
    await pause.wait(pauseMs)
  }
  return 1
}

function ended(child) {
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, signal: null, error }))
    child.on('exit', (code, signal) => resolve({ code, signal }))
  })
}

function reasonOf({ code, signal, error }) {
  if (error !== undefined) return `it could not be started: ${error.message}`
  if (signal === 'SIGKILL') return 'it was killed by SIGKILL, such as by the system when memory is short'
  if (signal === 'SIGABRT') return 'it was ended by SIGABRT, such as by Node.js when memory is exhausted'
  if (signal !== null) return `it was ended by ${signal}`
  if (code === UNEXPECTED_ERROR) return 'of an unexpected error, which the log describes'
  return `it ended with the exit code ${code}`
}

/** One pause at a time, which ends early when the supervisor is to stop. */
function createPause() {
  let end = () => undefined
  return {
    end: () => end(),
    wait: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms)
        end = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
  }
}
