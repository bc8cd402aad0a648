import type { NotificationData } from '@mantine/notifications'
import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react'
import { deferred } from '../deferred/deferred.tsx'

const list = () => import('./toast-list.tsx')
const ToastList = deferred(() => list().then((module) => module.ToastList))

/** Loaded in advance after the first screen: without the server they could not be loaded when needed. */
const PREPARE_AFTER_MS = 5_000

const ToastsContext = createContext<(toast: NotificationData) => void>(() => undefined)

/** Shows a toast at the bottom right. */
export const useShowToast = () => use(ToastsContext)

/** Loaded with the first toast, because most first screens show none. */
export function ToastsProvider({ children }: { children: ReactNode }) {
  const [isWanted, setIsWanted] = useState(false)
  const show = useCallback((toast: NotificationData) => {
    setIsWanted(true)
    // If the server is down, the page says so itself.
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
