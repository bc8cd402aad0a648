import type { SearchTypeResult } from '@logyard/contract/search/search-results'
import { Text } from '@mantine/core'
import { useText } from '../../../../base/text/text.tsx'
import { Instant } from '../../../../ui/time/instant.tsx'
import classes from '../condition.module.css'

interface PreviewMessagesProps {
  readonly result: Extract<SearchTypeResult, { type: 'messages' }>
}

export function PreviewMessages({ result }: PreviewMessagesProps) {
  const t = useText()
  if (result.messages.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('definitions.preview.nothing')}
      </Text>
    )
  }
  return (
    <>
      <Text size="sm" mb="xs">
        {t('definitions.preview.count', { count: result.total_results })}
      </Text>
      <ul className={classes['messages']} aria-label={t('definitions.preview')}>
        {result.messages.map(({ message, index }) => (
          <li key={`${index} ${String(message['_id'])}`}>
            <Instant instant={String(message['timestamp'])} />
            <span className={classes['messageText']} translate="no">
              {String(message['message'] ?? '')}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
