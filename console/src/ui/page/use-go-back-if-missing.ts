import { useEffect } from 'react'
import { useGo } from '../../base/routes/location.ts'
import { useNotify } from '../../base/toasts/notify.tsx'
import { unlessMissing, useFailureToast } from '../../base/toasts/use-failure-toast.ts'

export interface MissingTexts {
  readonly title: string
  readonly text: string
  /** The toast of any other failure. */
  readonly failed: (status: string) => string
  /** The address of the list that it is missing from. */
  readonly back: string
}

/** Shows a failed query of a page in a toast. If the subject of the page does not exist, it goes back to its list. */
export function useGoBackIfMissing(error: Error | null, { title, text, failed, back }: MissingTexts): void {
  const go = useGo()
  const notify = useNotify()
  const isMissing = error !== null && unlessMissing(error) === null
  useFailureToast(unlessMissing(error), failed, title)
  useEffect(() => {
    if (!isMissing) return
    notify.error(text, title)
    go(back, { replace: true })
  }, [isMissing, title, text, back, notify, go])
}
