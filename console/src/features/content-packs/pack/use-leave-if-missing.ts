import { useEffect } from 'react'
import { ApiError, ServerUnreachable } from '../../../api/api-error.ts'
import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import { useNotify } from '../../../base/toasts/notify.tsx'

/** Goes back to the list if a pack cannot be loaded. A 403 has its own page. */
export function useLeaveIfMissing(id: string, error: Error | null): void {
  const t = useText()
  const go = useGo()
  const notify = useNotify()
  useEffect(() => {
    if (error === null || error instanceof ServerUnreachable) return
    const status = error instanceof ApiError ? error.status : 500
    if (status === 403 || status === 401) return
    notify.error(status === 404 ? t('contentPacks.toast.missing', { id }) : t('contentPacks.toast.internal'))
    go(routes.contentPacks.list(), { replace: true })
  }, [error, id, t, notify, go])
}
