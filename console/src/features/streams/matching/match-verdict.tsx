import type { MatchResult } from '@logyard/contract/streams/streams'
import { Alert } from '@mantine/core'
import { IconArrowGuide, IconCheck, IconX } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'

/** Whether the example message would be routed to the stream. */
export function MatchVerdict({ result }: { result: MatchResult | undefined }) {
  const t = useText()
  if (result === undefined) {
    return (
      <Alert role="status" color="gray" icon={<IconArrowGuide />}>
        {t('streams.match.noMessage')}
      </Alert>
    )
  }
  return result.matches ? (
    <Alert role="status" color="spruce" icon={<IconCheck />}>
      {t('streams.match.routed')}
    </Alert>
  ) : (
    <Alert role="status" color="red" icon={<IconX />}>
      {t('streams.match.notRouted')}
    </Alert>
  )
}
