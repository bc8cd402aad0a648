import type { MessageDocument } from '@logyard/contract/search/search-results'
import { Loader, Text } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { routes } from '../../base/routes/routes.ts'
import { useServices } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { DimmedWords } from '../../ui/dimmed.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Step } from '../../ui/step/step.tsx'
import { instantMs, RelativeTime } from '../../ui/time/relative-time.tsx'
import classes from './getting-started.module.css'

interface ArriveStepProps {
  /** An input runs, so that a message can arrive. */
  readonly isWaiting: boolean
  readonly newest: MessageDocument | undefined
}

/** The newest message itself, with the way into the search. */
export function ArriveStep({ isWaiting, newest }: ArriveStepProps) {
  const t = useText()
  return (
    <Step number={3} title={t('gettingStarted.arrive')} isDone={newest !== undefined}>
      {newest !== undefined && <Arrived message={newest} />}
      {newest === undefined && isWaiting && (
        <Text size="sm" c="dimmed" className={classes['waiting'] ?? ''}>
          <Loader size={14} aria-hidden /> {t('gettingStarted.arrive.text')}
        </Text>
      )}
    </Step>
  )
}

const RECENT_S = 300

function Arrived({ message }: { message: MessageDocument }) {
  const t = useText()
  const { clock } = useServices()
  // A sender with another clock has messages outside of the default range.
  const isRecent = Math.abs(clock.now() - instantMs(message.timestamp)) < RECENT_S * 1000
  return (
    <>
      <section className={classes['message']} aria-label={t('gettingStarted.arrive.message')}>
        <DimmedWords>
          <RelativeTime instant={message.timestamp} every="second" />
        </DimmedWords>
        <span translate="no">{message.source}</span>
        <span translate="no" className={classes['messageText']}>
          {message.message}
        </span>
      </section>
      <LinkButton
        mt="sm"
        leftSection={<IconSearch size={15} />}
        to={routes.search({ rangetype: 'relative', relative: isRecent ? String(RECENT_S) : '0' })}
      >
        {t('gettingStarted.arrive.open')}
      </LinkButton>
    </>
  )
}
