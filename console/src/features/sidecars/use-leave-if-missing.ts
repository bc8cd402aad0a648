import { useEffect } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useGo } from '../../base/routes/location.ts'
import { useNotify } from '../../base/toasts/notify.tsx'
import { useFailureToast } from '../../base/toasts/use-failure-toast.ts'
import { refusalText } from './refusal-text.ts'

interface Missing {
  readonly title: string
  readonly text: string
  /** The toast of any other failure. */
  readonly failed: (status: string) => string
  /** The list that it is missing from. */
  readonly back: string
}

const isMissing = (error: Error | null): boolean => error instanceof ApiError && error.status === 404

/** Reports a page that cannot be loaded. If its subject is gone, it leads back to the list. */
export function useLeaveIfMissing(error: Error | null, { title, text, failed, back }: Missing): void {
  const go = useGo()
  const notify = useNotify()
  const leaves = isMissing(error)
  useFailureToast(leaves ? null : error, (status) => refusalText(error, failed(status)), title)
  useEffect(() => {
    if (!leaves) return
    notify.error(text, title)
    go(back, { replace: true })
  }, [leaves, title, text, back, notify, go])
}
