import type { CountedFirings } from '@logyard/contract/events/back-test-count'
import { useText } from '../../../../base/text/text.tsx'
import classes from './back-test.module.css'

interface TotalsProps {
  readonly counted: CountedFirings
  readonly hasNotifications: boolean
}

export function Totals({ counted: { firings, events, notifications }, hasNotifications }: TotalsProps) {
  const t = useText()
  const about = notifications.is_estimate ? 'definitions.backTest.about' : 'definitions.backTest.exactly'
  return (
    <div role="status" aria-label={t('definitions.backTest.totals')}>
      <dl className={classes['figures']}>
        <div>
          <dt>{t('definitions.backTest.firings', { count: firings.length })}</dt>
          <dd>{firings.length}</dd>
        </div>
        <div>
          <dt>{t('definitions.backTest.events', { count: events })}</dt>
          <dd>{events}</dd>
        </div>
        <div>
          <dt>{t(hasNotifications ? 'definitions.backTest.sent' : 'definitions.backTest.sentByOne')}</dt>
          <dd>{t(about, { count: hasNotifications ? notifications.total : notifications.sent })}</dd>
        </div>
      </dl>
    </div>
  )
}
