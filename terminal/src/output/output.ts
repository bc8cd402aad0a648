/** Where a command writes: the standard output, or a pager when that is a terminal and the text is long. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { watchClosedPipe } from './closed-pipe.ts'
import { pagerLeft, pipeClosed } from './stopped.ts'

export interface Output {
  readonly isTerminal: boolean
  readonly hasColors: boolean
  /** Width of the terminal; infinite without one. */
  readonly columns: number
  /** Resolves when more can be written. */
  write(text: string | Uint8Array): Promise<void>
  /** Resolves when everything is written, and the pager is left. */
  end(): Promise<void>
}

export interface OutputOptions {
  readonly env: NodeJS.ProcessEnv
  readonly color: 'auto' | 'always' | 'never'
  readonly isPaged: boolean
  /** Aborted when nothing reads the output any more. */
  readonly stop: AbortController
}

/** Some terminals, such as those of build servers, have the size 0. */
const USUAL_SIZE = { columns: 80, rows: 24 } as const

export function openOutput({ env, color, isPaged, stop }: OutputOptions): Output {
  const { stdout } = process
  const isTerminal = stdout.isTTY === true
  const isDumb = (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb'
  let target: Writable = stdout
  /** Held back while it fits on the screen. */
  let held: string[] | undefined = isPaged && isTerminal && env['TERM'] !== 'dumb' ? [] : undefined
  let lines = 0
  let pager: Promise<unknown> | undefined
  const watch = watchClosedPipe(() => stop.abort(pipeClosed()))
  stdout.on('error', () => stop.abort(pipeClosed()))

  async function put(text: string | Uint8Array): Promise<void> {
    if (stop.signal.aborted) throw stop.signal.reason
    if (!target.write(text)) await once(target, 'drain', { signal: stop.signal })
  }
  async function release(): Promise<void> {
    const text = held?.join('') ?? ''
    held = undefined
    if (text !== '') await put(text)
  }
  return {
    isTerminal,
    hasColors: color === 'always' || (color === 'auto' && isTerminal && !isDumb),
    columns: isTerminal ? stdout.columns || USUAL_SIZE.columns : Number.POSITIVE_INFINITY,
    async write(text) {
      if (held === undefined || typeof text !== 'string') return put(text)
      held.push(text)
      lines += text.split('\n').length - 1
      if (lines < (stdout.rows || USUAL_SIZE.rows)) return
      const started = await startPager(env)
      if (started !== undefined) {
        target = started.input
        started.input.on('error', () => stop.abort(pagerLeft()))
        pager = started.left.then(() => stop.abort(pagerLeft()))
      }
      await release()
    },
    async end() {
      watch[Symbol.dispose]()
      if (!stop.signal.aborted) await release()
      if (pager === undefined) return
      target.end()
      await pager
    },
  }
}

interface Pager {
  readonly input: Writable
  readonly left: Promise<unknown>
}

const LESS_OR_NONE = 'if command -v less >/dev/null; then exec less; else exec cat; fi'

async function startPager(env: NodeJS.ProcessEnv): Promise<Pager | undefined> {
  const command = env['PAGER'] === undefined ? LESS_OR_NONE : `exec ${env['PAGER']}`
  if (env['PAGER'] === '') return undefined
  // Its options: leave at once if all fits, show colours, leave the text on the screen.
  const child = spawn('sh', ['-c', command], {
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { LESS: 'FRX', ...env },
  })
  const left = once(child, 'close').catch(() => undefined)
  await once(child, 'spawn')
  return { input: child.stdin, left }
}
