import { Select } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import {
  orderOf,
  PATTERN_ORDERS,
  type PatternsWidget,
  patternsConfig,
} from '../../view-document/model/patterns-widget.ts'

interface PatternsSettingsProps {
  readonly widget: PatternsWidget
  readonly onChange: (widget: PatternsWidget) => void
}

/** The order of the patterns. */
export function PatternsSettings({ widget, onChange }: PatternsSettingsProps) {
  const t = useText()
  return (
    <Select
      size="xs"
      label={t('search.patterns.order')}
      allowDeselect={false}
      data={PATTERN_ORDERS.map((value) => ({ value, label: t(`search.patterns.order.${value}`) }))}
      value={orderOf(widget)}
      onChange={(value) =>
        onChange({ ...widget, config: patternsConfig(PATTERN_ORDERS.find((one) => one === value) ?? 'frequent') })
      }
    />
  )
}
