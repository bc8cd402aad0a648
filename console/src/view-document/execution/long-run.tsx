import { useText } from '../../base/text/text.tsx'
import { useNow } from '../../ui/time/use-now.ts'
import { WorkProgress } from '../../ui/work-progress/work-progress.tsx'
import type { RunnerState } from './run-request.ts'

interface LongRunProps {
  readonly run: Pick<RunnerState, 'isRunning' | 'startedAt' | 'progress'>
  readonly onStop: () => void
}

/** The progress of searches that take longer than a second; of others nothing is shown, so that nothing flickers. */
export function LongRun({ run, onStop }: LongRunProps) {
  if (!run.isRunning || run.startedAt === undefined) return null
  return <RunningSearch run={run} startedAt={run.startedAt} onStop={onStop} />
}

const SHOW_AFTER_MS = 1_000

function RunningSearch({ run, startedAt, onStop }: LongRunProps & { readonly startedAt: number }) {
  const t = useText()
  const now = useNow('second')
  if (now - startedAt < SHOW_AFTER_MS) return null
  return (
    <WorkProgress
      figures={run.progress}
      label={t('search.info.running')}
      stopLabel={t('search.info.cancel')}
      onStop={onStop}
    />
  )
}
