import { Badge } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'

/** Badge on a sidecar that has not reported for a while. */
export function InactiveBadge() {
  const t = useText()
  return (
    <Badge flex="none" miw="max-content" color="gray">
      {t('sidecars.inactive')}
    </Badge>
  )
}
