import { createContext, lazy, type ReactNode, Suspense, use, useCallback, useState } from 'react'

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })))

export interface Question {
  readonly title: string
  /** What will be destroyed or changed, and how much of it. */
  readonly text: ReactNode
  /** Says what happens: `Delete user`, not `OK`. */
  readonly confirmLabel: string
  readonly cancelLabel?: string
  readonly isDangerous?: boolean
}
interface Asked {
  readonly question: Question
  readonly answer: (confirmed: boolean) => void
}

const ConfirmContext = createContext<(question: Question) => Promise<boolean>>(() => Promise.resolve(false))

/** `const confirm = useConfirm()`, then `if (await confirm({ ... })) remove()`. */
export const useConfirm = () => use(ConfirmContext)

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked>()
  const [isOpen, setIsOpen] = useState(false)
  const ask = useCallback((question: Question) => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    setAsked({ question, answer: resolve })
    setIsOpen(true)
    return promise
  }, [])
  const close = (confirmed: boolean) => {
    asked?.answer(confirmed)
    setIsOpen(false)
  }
  return (
    <ConfirmContext value={ask}>
      {children}
      <Suspense fallback={null}>
        {asked !== undefined && <ConfirmDialog question={asked.question} isOpen={isOpen} onClose={close} />}
      </Suspense>
    </ConfirmContext>
  )
}
