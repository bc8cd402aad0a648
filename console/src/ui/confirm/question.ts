import type { ReactNode } from 'react'

export interface Question {
  readonly title: string
  /** What will be destroyed or changed, and how much of it. */
  readonly text: ReactNode
  /** Says what happens: `Delete user`, not `OK`. Absent: the dialog only says why it cannot happen. */
  readonly confirmLabel?: string
  readonly cancelLabel?: string
  readonly isDangerous?: boolean
}
