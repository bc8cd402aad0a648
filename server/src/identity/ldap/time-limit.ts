import { NoAnswer } from './directory-errors.ts'

/** Fires after `ms` with a problem such as "10.0.0.1 did not answer within 2 seconds". */
export function timeLimit(problem: string, ms: number): AbortSignal {
  const controller = new AbortController()
  AbortSignal.timeout(ms).addEventListener('abort', () =>
    controller.abort(new NoAnswer(`${problem} within ${ms / 1000} seconds`)),
  )
  return controller.signal
}
