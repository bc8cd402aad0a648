/**
 * Runs a command in a process group of its own, and ends whatever is left of the group: after the command, when this
 * process is told to end, or when the process that started it is gone.
 */
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { untilInterrupted } from './interrupts.ts'

/** How long processes may take to end by themselves before they are killed. */
const PATIENCE_MS = 5000
const CHECK_EVERY_MS = 50

const interrupted = untilInterrupted()
process.channel?.ref()
const [program = '', ...args] = process.argv.slice(2)
const child = spawn(program, args, { stdio: 'inherit', detached: true })
const group = -(child.pid ?? Number.NaN)
const ended = new Promise<number>((resolve) => {
  child.on('exit', (code) => resolve(code ?? 1))
  child.on('error', (error) => {
    console.error(error.message)
    resolve(1)
  })
})
const left = new Promise<number>((resolve) => interrupted.addEventListener('abort', () => resolve(1)))
const code = await Promise.race([ended, left])
await endGroup()
process.exit(code)

async function endGroup(): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (!send(signal)) return
    for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += CHECK_EVERY_MS) {
      await sleep(CHECK_EVERY_MS)
      if (!send(0)) return
    }
  }
}

/** Whether there is a process in the group to receive the signal. */
function send(signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(group, signal)
  } catch {
    return false
  }
}
