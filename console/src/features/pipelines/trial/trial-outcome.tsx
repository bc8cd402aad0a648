import type { TrialFigures, TrialResponse } from '@logyard/contract/pipelines/trials'
import { Alert, List, Progress, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { statusText } from '../../../api/api-error.ts'
import { useText } from '../../../base/text/text.tsx'
import { LoadingLines } from '../../../ui/page/loading.tsx'
import classes from './trial.module.css'
import { TrialFiguresTable } from './trial-figures-table.tsx'
import { TrialMessages } from './trial-messages.tsx'

interface TrialOutcomeProps {
  readonly trial: {
    readonly kind: 'rule' | 'pipeline'
    readonly result: TrialResponse | undefined
    readonly error: Error | null
    readonly isRunning: boolean
    readonly isStale: boolean
  }
}

export function TrialOutcome({ trial: { kind, result, error, isRunning, isStale } }: TrialOutcomeProps) {
  const t = useText()
  if (error !== null) {
    return (
      <Alert color="red" icon={<IconAlertTriangle />} title={t('pipelines.trial.failed')}>
        <Text size="sm" translate="no">
          {statusText(error)}
        </Text>
      </Alert>
    )
  }
  if (result === undefined) return isRunning ? <LoadingLines lines={4} /> : null
  if (result.checked === 0) {
    return (
      <Text size="sm" c="dimmed" role="status">
        {t('pipelines.trial.noMessages')}
      </Text>
    )
  }
  return (
    <div className={classes['outcome']} data-stale={isStale || undefined}>
      <Summary result={result} />
      <TrialErrors result={result} />
      <TrialFiguresTable kind={kind} result={result} />
      <TrialMessages result={result} />
    </div>
  )
}

function Summary({ result }: { result: TrialResponse }) {
  const t = useText()
  const { checked, edited, differing, is_complete: isComplete } = result
  const text = t('pipelines.trial.matched', { matched: edited.matched, checked })
  return (
    <div>
      <Text size="sm" fw={550} role="status">
        {text}
        {differing !== null && ` · ${t('pipelines.trial.differing', { count: differing })}`}
      </Text>
      <Progress value={(edited.matched / checked) * 100} size="sm" mt={4} aria-label={text} />
      {changesNothing(edited) && (
        <Text size="xs" c="dimmed" mt={4}>
          {t('pipelines.trial.noChange')}
        </Text>
      )}
      {!isComplete && (
        <Text size="xs" c="var(--ly-warn-text)" mt={4}>
          {t('pipelines.trial.incomplete')}
        </Text>
      )}
    </div>
  )
}

const changesNothing = ({ matched, changed, dropped, created, failed }: TrialFigures) =>
  matched > 0 && changed + dropped + created + failed === 0

function TrialErrors({ result: { edited } }: { result: TrialResponse }) {
  const t = useText()
  if (edited.failed === 0) return null
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle />}
      title={t('pipelines.trial.failedMessages', { count: edited.failed })}
    >
      <List size="sm">
        {edited.errors.map(({ error, count }) => (
          <List.Item key={error}>
            {t('pipelines.trial.times', { count })} <span translate="no">{error}</span>
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
