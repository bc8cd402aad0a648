import { createContext, lazy, type ReactNode, Suspense, use, useCallback, useState } from 'react'
import type { Question } from './question.ts'

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })))

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
