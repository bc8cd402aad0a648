import { Badge } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { Tooltip } from '../../ui/tooltip/tooltip.tsx'
import { useMissingText } from '../../view-document/execution/use-missing-text.ts'
import type { WidgetResult } from '../../view-document/model/view-model.ts'

/** Says that a widget shows only a part of the messages, and why. */
export function PartialBadge({ result }: { readonly result: WidgetResult }) {
  const t = useText()
  const missingText = useMissingText()
  const { results, isStopped = false, missingShards = [] } = result
  const reasons = [
    ...(missingShards.length > 0 ? [missingText(missingShards)] : []),
    ...(isStopped ? [t('widgets.partial.text')] : []),
  ]
  if (reasons.length === 0 || Object.keys(results).length === 0) return null
  return (
    <Tooltip label={reasons.join('. ')} isMultiline>
      <Badge color="amber" size="sm">
        {t('widgets.partial')}
      </Badge>
    </Tooltip>
  )
}
