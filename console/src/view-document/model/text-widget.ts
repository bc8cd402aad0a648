/** A widget with Markdown text. Servers that do not know it store it unchanged. */
import { type OtherWidget, TEXT_WIDGET, type Widget } from '@logyard/contract/views/view-state'

export interface TextWidget extends OtherWidget {
  type: typeof TEXT_WIDGET
}

export const isText = (widget: Widget): widget is TextWidget => widget.type === TEXT_WIDGET

export function textOfWidget({ config }: TextWidget): string {
  const { text } = config
  return typeof text === 'string' ? text : ''
}

export const textConfig = (text: string): TextWidget['config'] => ({ text })
