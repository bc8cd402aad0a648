/** The page's side of the worker that runs grok patterns. One task at a time; the latest one wins. */
import type {
  DraftedExpressions,
  DraftTask,
  GrokCheckResult,
  GrokCheckTask,
  GrokMatchResult,
  GrokMatchTask,
} from './grok-task.ts'

/** The pattern takes too long on its texts. */
export class GrokTooSlow extends Error {
  override readonly name = 'GrokTooSlow'
}

export interface GrokRunner {
  match(task: GrokMatchTask, signal: AbortSignal): Promise<GrokMatchResult>
  check(task: GrokCheckTask, signal: AbortSignal): Promise<GrokCheckResult>
  draft(task: DraftTask, signal: AbortSignal): Promise<DraftedExpressions>
  stop(): void
}

const TIME_LIMIT_MS = 2000

export function createGrokRunner(): GrokRunner {
  let idle: Worker | undefined

  function run<Result>(task: GrokMatchTask | GrokCheckTask | DraftTask, signal: AbortSignal): Promise<Result> {
    const worker = idle ?? new Worker(new URL('./grok-worker.ts', import.meta.url), { type: 'module' })
    idle = undefined
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const fail = (error: unknown) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      worker.terminate()
      reject(error)
    }
    const abort = () => fail(signal.reason)
    const timer = setTimeout(() => fail(new GrokTooSlow()), TIME_LIMIT_MS)
    signal.addEventListener('abort', abort)
    worker.onerror = (event) => fail(new Error(event.message))
    worker.onmessage = ({ data }: MessageEvent<Result>) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      idle?.terminate()
      idle = worker
      resolve(data)
    }
    worker.postMessage(task)
    return promise
  }

  return {
    match: (task, signal) => run<GrokMatchResult>(task, signal),
    check: (task, signal) => run<GrokCheckResult>(task, signal),
    draft: (task, signal) => run<DraftedExpressions>(task, signal),
    stop() {
      idle?.terminate()
      idle = undefined
    },
  }
}
