import { Anchor, Button, Group } from '@mantine/core'
import { useLinkProps } from '../../base/routes/app-link.tsx'
import { routes } from '../../base/routes/routes.ts'
import { useText } from '../../base/text/text.tsx'
import { useNow } from '../../ui/time/use-now.ts'
import { WorkProgress } from '../../ui/work-progress/work-progress.tsx'
import type { RunnerState } from './run-request.ts'

interface LongRunProps {
  readonly run: Pick<RunnerState, 'isRunning' | 'startedAt' | 'isKept' | 'progress'>
  readonly onStop: () => void
  /** Lets the search go on in the background. */
  readonly onKeep?: (() => void) | undefined
}

/** The progress of searches that take longer than a second; of others nothing is shown, so that nothing flickers. */
export function LongRun({ run, ...actions }: LongRunProps) {
  if (!run.isRunning || run.startedAt === undefined) return null
  return <RunningSearch run={run} startedAt={run.startedAt} {...actions} />
}

const SHOW_AFTER_MS = 1_000

function RunningSearch({ run, startedAt, onStop, onKeep }: LongRunProps & { readonly startedAt: number }) {
  const t = useText()
  const now = useNow('second')
  if (now - startedAt < SHOW_AFTER_MS) return null
  return (
    <Group gap="xs" wrap="nowrap">
      <WorkProgress
        figures={run.progress}
        label={t('search.info.running')}
        stopLabel={t('search.info.cancel')}
        onStop={onStop}
      />
      {onKeep !== undefined &&
        (run.isKept ? (
          <KeptLink />
        ) : (
          <Button size="compact-xs" variant="default" onClick={onKeep}>
            {t('search.info.keep')}
          </Button>
        ))}
    </Group>
  )
}

function KeptLink() {
  const t = useText()
  return (
    <Anchor size="xs" {...useLinkProps(routes.runningSearches())}>
      {t('search.info.kept')}
    </Anchor>
  )
}
