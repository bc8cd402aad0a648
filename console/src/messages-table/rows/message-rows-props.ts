import type { MessageHit } from '@logyard/contract/search/search-results'
import type { MessagesWidget } from '@logyard/contract/views/view-state'
import type { ReactNode, Ref, RefObject } from 'react'
import type { OpenValueMenu } from '../fields/value-menu-host.tsx'
import type { RulesByField } from '../highlighting/highlighting-rules.ts'
import type { TableLook } from './use-table-look.ts'

export interface MessageRowsHandle {
  /** Brings the row into sight and the focus to it. */
  goTo(index: number): void
}

export interface MessageRowsProps {
  readonly messages: readonly MessageHit[]
  /** Those that match, also beyond what can be loaded. */
  readonly total: number
  readonly widget: MessagesWidget
  /** The same element as long as it says the same: scrolling must not draw it again. */
  readonly header: ReactNode
  readonly template: string
  readonly rules: RulesByField
  readonly look: TableLook
  readonly rowHeight: number
  readonly openKeys: ReadonlySet<string>
  readonly contextKey: string | undefined
  readonly active: number | undefined
  readonly marked: string | undefined
  readonly isInteractive: boolean
  readonly ticked: ReadonlySet<string>
  readonly onTick: ((index: number, isRange: boolean) => void) | undefined
  readonly scroller: RefObject<HTMLElement | null>
  readonly handle: Ref<MessageRowsHandle>
  readonly onToggle: (index: number) => void
  readonly onValue: (menu: OpenValueMenu) => void
  readonly onNearEnd: () => void
}
