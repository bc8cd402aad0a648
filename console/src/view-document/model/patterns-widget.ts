/** A widget with the patterns of its messages. Servers that do not know it store it unchanged. */
import { type OtherWidget, PATTERNS_WIDGET, type Widget } from '@logyard/contract/views/view-state'

export interface PatternsWidget extends OtherWidget {
  type: typeof PATTERNS_WIDGET
}

export const isPatterns = (widget: Widget): widget is PatternsWidget => widget.type === PATTERNS_WIDGET

export const PATTERN_ORDERS = ['frequent', 'rare', 'new'] as const
export type PatternOrder = (typeof PATTERN_ORDERS)[number]

export const orderOf = ({ config: { order } }: PatternsWidget): PatternOrder =>
  PATTERN_ORDERS.find((known) => known === order) ?? 'frequent'

export const patternsConfig = (order: PatternOrder = 'frequent'): PatternsWidget['config'] => ({ order })
