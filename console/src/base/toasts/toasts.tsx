import type { NotificationData } from '@mantine/notifications'
import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react'
import { part } from '../deferred/part.tsx'

const list = () => import('./toast-list.tsx')
const ToastList = part(() => list().then((module) => module.ToastList))

/** By then the first screen is there, and a toast may have to tell that the server is not. */
const PREPARE_AFTER_MS = 5_000

const ToastsContext = createContext<(toast: NotificationData) => void>(() => undefined)

/** Shows a toast at the top right. */
export const useShowToast = () => use(ToastsContext)

/** Toasts are loaded with the first of them, because most first screens have none to show. */
export function ToastsProvider({ children }: { children: ReactNode }) {
  const [isWanted, setIsWanted] = useState(false)
  const show = useCallback((toast: NotificationData) => {
    setIsWanted(true)
    // Where the server is gone, the page says so by itself.
    void list().then(
      ({ showToast }) => showToast(toast),
      () => undefined,
    )
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => void ToastList.prepare().catch(() => undefined), PREPARE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <ToastsContext value={show}>
      {children}
      {isWanted && <ToastList />}
    </ToastsContext>
  )
}
