import { useEffect } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useGo } from '../../base/routes/location.ts'
import { routes } from '../../base/routes/routes.ts'
import { useText } from '../../base/text/text.tsx'
import { useNotify } from '../../base/toasts/notify.tsx'
import { useFailureToast } from '../../base/toasts/use-failure-toast.ts'

/** Reports a definition that cannot be loaded. One that is gone leads back to the list. */
export function useLeaveIfMissing(id: string, error: Error | null): void {
  const t = useText()
  const go = useGo()
  const notify = useNotify()
  const isMissing = error instanceof ApiError && error.status === 404
  useFailureToast(
    isMissing ? null : error,
    (status) => t('definitions.toast.getFailed', { status }),
    t('definitions.toast.missing.title'),
  )
  useEffect(() => {
    if (!isMissing) return
    notify.error(t('definitions.toast.missing', { id }), t('definitions.toast.missing.title'))
    go(routes.alerts.definitions(), { replace: true })
  }, [isMissing, id, t, notify, go])
}
