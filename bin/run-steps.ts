import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

export interface Step {
  readonly title: string
  /** A program of this project's packages. */
  readonly program: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

const GUARD = join(import.meta.dirname, 'group-guard.ts')

/**
 * Runs lanes of steps side by side, and the steps of a lane one after the other; returns the titles of those that
 * failed. The last lane is shown line by line, each step of the others as a whole once it has ended. An abort ends
 * every process of the steps before this returns.
 */
export async function runSteps(
  root: string,
  lanes: readonly (readonly Step[])[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const isOnly = lanes.flat().length === 1
  const run = async (step: Step, isLast: boolean) => {
    if (isOnly) return await runStep(root, step, 'inherit', signal)
    return await runStep(root, step, isLast ? 'lines' : 'whole', signal)
  }
  const failed = await Promise.all(
    lanes.map(async (steps, place) => {
      const titles: string[] = []
      for (const step of steps) {
        if (!signal.aborted && !(await run(step, place === lanes.length - 1))) titles.push(step.title)
      }
      return titles
    }),
  )
  return failed.flat()
}

async function runStep(
  root: string,
  step: Step,
  output: 'inherit' | 'lines' | 'whole',
  signal: AbortSignal,
): Promise<boolean> {
  const startedAt = performance.now()
  const lines: string[] = []
  const show = (line: string) => void (output === 'whole' ? lines.push(line) : console.log(line))
  show(`\n== ${step.title}`)
  const isPassed = await runGuarded(root, step, output === 'inherit' ? undefined : show, signal)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  show(`== ${step.title}: ${isPassed ? 'passed' : signal.aborted ? 'interrupted' : 'FAILED'} in ${seconds} s`)
  if (lines.length > 0) console.log(lines.join('\n'))
  return isPassed
}

/** Resolves once the step and every process that it started have ended. */
async function runGuarded(
  root: string,
  { program, args, env }: Step,
  show: ((line: string) => void) | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  const bin = join(root, 'node_modules', '.bin')
  const stdio = show === undefined ? 'inherit' : 'pipe'
  const guard = spawn(process.execPath, [GUARD, join(bin, program), ...args], {
    cwd: root,
    stdio: ['ignore', stdio, stdio, 'ipc'],
    // The guard ends its group when the channel closes. A Ctrl-C of the terminal reaches this process alone.
    detached: true,
    env: {
      ...process.env,
      ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
      PATH: `${bin}:${process.env['PATH'] ?? ''}`,
      ...env,
    },
  })
  const ended = new Promise<number | null>((resolve, reject) => guard.on('error', reject).on('exit', resolve))
  const disconnect = () => {
    if (guard.connected) guard.disconnect()
  }
  signal.addEventListener('abort', disconnect)
  if (signal.aborted) disconnect()
  const shown = show === undefined ? [] : [guard.stdout, guard.stderr].map((stream) => showLines(stream, show))
  const code = await ended
  signal.removeEventListener('abort', disconnect)
  if (!signal.aborted) await Promise.all(shown)
  return code === 0
}

/** Resolves at the end of the stream. */
function showLines(stream: Readable | null, show: (line: string) => void): Promise<void> {
  if (stream === null) return Promise.resolve()
  return new Promise((resolve) => void createInterface({ input: stream }).on('line', show).on('close', resolve))
}
