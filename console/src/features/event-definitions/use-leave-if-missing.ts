import { routes } from '../../base/routes/routes.ts'
import { useText } from '../../base/text/text.tsx'
import { useGoBackIfMissing } from '../../ui/page/use-go-back-if-missing.ts'

/** Reports a definition that cannot be loaded. One that is gone leads back to the list. */
export function useLeaveIfMissing(id: string, error: Error | null): void {
  const t = useText()
  useGoBackIfMissing(error, {
    title: t('definitions.toast.missing.title'),
    text: t('definitions.toast.missing', { id }),
    failed: (status) => t('definitions.toast.getFailed', { status }),
    back: routes.alerts.definitions(),
  })
}
