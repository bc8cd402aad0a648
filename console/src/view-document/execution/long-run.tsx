import { deferred } from '../../base/deferred/deferred.tsx'
import { useNow } from '../../ui/time/use-now.ts'
import type { RunnerState } from './run-request.ts'

// Few searches take that long.
const RunningSearch = deferred(() => import('./running-search.tsx').then((module) => module.RunningSearch))

export interface LongRunProps {
  readonly run: Pick<RunnerState, 'isRunning' | 'startedAt' | 'isKept' | 'progress'>
  readonly onStop: () => void
  /** Lets the search go on in the background. */
  readonly onKeep?: (() => void) | undefined
}

/** The progress of searches that take longer than a second; of others nothing is shown, so that nothing flickers. */
export function LongRun({ run, ...actions }: LongRunProps) {
  if (!run.isRunning || run.startedAt === undefined) return null
  return <Running run={run} startedAt={run.startedAt} {...actions} />
}

const SHOW_AFTER_MS = 1_000

function Running({ startedAt, ...props }: LongRunProps & { readonly startedAt: number }) {
  const now = useNow('second')
  return now - startedAt < SHOW_AFTER_MS ? null : <RunningSearch {...props} />
}
