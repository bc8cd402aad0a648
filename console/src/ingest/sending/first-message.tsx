import type { MessageDocument } from '@logyard/contract/search/search-results'
import { Loader, Text } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { routes } from '../../base/routes/routes.ts'
import { useServices } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { DimmedWords } from '../../ui/dimmed.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { instantMs, RelativeTime } from '../../ui/time/relative-time.tsx'
import classes from './first-message.module.css'

interface FirstMessageProps {
  /** Absent until one has arrived. */
  readonly message: MessageDocument | undefined
  /** The query of the search that the link opens; absent: all messages. */
  readonly query?: string
}

const RECENT_S = 300

/** A note that nothing has arrived yet; then the message itself, with the way into the search. */
export function FirstMessage({ message, query }: FirstMessageProps) {
  const t = useText()
  const { clock } = useServices()
  if (message === undefined) {
    return (
      <Text size="sm" c="dimmed" className={classes['waiting'] ?? ''} role="status">
        <Loader size={14} aria-hidden /> {t('ingest.waiting')}
      </Text>
    )
  }
  // A sender with another clock has messages outside of the default range.
  const isRecent = Math.abs(clock.now() - instantMs(message.timestamp)) < RECENT_S * 1000
  const range = { rangetype: 'relative', relative: isRecent ? String(RECENT_S) : '0' }
  return (
    <>
      <section className={classes['message']} aria-label={t('ingest.message')}>
        <DimmedWords>
          <RelativeTime instant={message.timestamp} every="second" />
        </DimmedWords>
        <span translate="no">{message.source}</span>
        <span translate="no" className={classes['text']}>
          {message.message}
        </span>
      </section>
      <LinkButton
        mt="sm"
        leftSection={<IconSearch size={15} />}
        to={routes.search(query === undefined ? range : { q: query, ...range })}
      >
        {t('ingest.openInSearch')}
      </LinkButton>
    </>
  )
}
