import { createContext, type ReactNode, use, useCallback, useState } from 'react'
import { deferred } from '../../base/deferred/deferred.tsx'
import type { Question } from './question.ts'

const ConfirmDialog = deferred(() => import('./confirm-dialog.tsx').then((module) => module.ConfirmDialog))

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
      {asked !== undefined && <ConfirmDialog question={asked.question} isOpen={isOpen} onClose={close} />}
    </ConfirmContext>
  )
}
