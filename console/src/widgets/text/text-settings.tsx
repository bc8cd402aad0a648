import { Textarea } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { type TextWidget, textConfig, textOfWidget } from '../../view-document/model/text-widget.ts'

interface TextSettingsProps {
  readonly widget: TextWidget
  readonly onChange: (widget: TextWidget) => void
}

/** The source of the text. */
export function TextSettings({ widget, onChange }: TextSettingsProps) {
  const t = useText()
  return (
    <Textarea
      data-autofocus
      label={t('widgets.text.label')}
      description={t('widgets.text.help')}
      autosize
      minRows={14}
      maxRows={40}
      value={textOfWidget(widget)}
      onChange={(event) => onChange({ ...widget, config: textConfig(event.currentTarget.value) })}
    />
  )
}
