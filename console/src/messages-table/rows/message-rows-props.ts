import type { MessageHit } from '@logyard/contract/search/search-results'
import type { MessagesWidget } from '@logyard/contract/views/view-state'
import type { ReactNode, Ref, RefObject } from 'react'
import type { OpenValueMenu } from '../fields/value-menu.tsx'
import type { RulesByField } from '../highlighting/highlighting-rules.ts'
import type { RowColumn } from './row-columns.ts'
import type { TableDisplay } from './use-table-display.ts'

export interface MessageRowsHandle {
  /** Scrolls to the row and focuses it. */
  goTo(index: number): void
}

export interface MessageRowsProps {
  readonly messages: readonly MessageHit[]
  /** All matching messages, including those that cannot be loaded. */
  readonly total: number
  readonly widget: MessagesWidget
  /** Must be memoized: scrolling must not render it again. */
  readonly header: ReactNode
  readonly columns: readonly RowColumn[]
  readonly template: string
  /** Without them rows show the time of day only. */
  readonly hasDates: boolean
  readonly rules: RulesByField
  readonly display: TableDisplay
  readonly rowHeight: number
  readonly openKeys: ReadonlySet<string>
  readonly contextKey: string | undefined
  readonly active: number | undefined
  readonly marked: string | undefined
  readonly isInteractive: boolean
  readonly ticked: ReadonlySet<string>
  readonly onTick: ((index: number, isRange: boolean) => void) | undefined
  readonly table: RefObject<HTMLElement | null>
  /** Scrolls the rows: the table's own box, or the page. */
  readonly scroller: RefObject<HTMLElement | null>
  /** Where the table begins in the scrolled content. */
  readonly top: number
  readonly handle: Ref<MessageRowsHandle>
  readonly onToggle: (index: number) => void
  readonly onValue: (menu: OpenValueMenu) => void
  readonly onNearEnd: () => void
}
