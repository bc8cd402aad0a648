import { Text } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import classes from './getting-started.module.css'
import { Step } from './step.tsx'

interface ArriveStepProps {
  /** Messages received by the running inputs since they started. */
  readonly received: number
  /** Messages received by the whole installation since the server started. */
  readonly stored: number
}

/** Live counts of received messages, and of those that are stored and searchable. */
export function ArriveStep({ received, stored }: ArriveStepProps) {
  const t = useText()
  const isDone = received > 0 && stored > 0
  return (
    <Step number={3} title={t('gettingStarted.arrive')} isDone={isDone}>
      <Text size="sm">{t(isDone ? 'gettingStarted.arrive.done' : 'gettingStarted.arrive.text')}</Text>
      <dl className={classes['counts']}>
        <div>
          <dt>{t('gettingStarted.arrive.received')}</dt>
          <dd>{t('gettingStarted.count', { count: received })}</dd>
        </div>
        <div>
          <dt>{t('gettingStarted.arrive.stored')}</dt>
          <dd>{t('gettingStarted.count', { count: stored })}</dd>
        </div>
      </dl>
    </Step>
  )
}
