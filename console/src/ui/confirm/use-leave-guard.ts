import { useEffect } from 'react'
import { useRouter } from '../../base/routes/router-context.tsx'
import { useText } from '../../base/text/text.tsx'
import { useConfirm } from './confirm.tsx'

/** Asks before the user leaves the page or closes the tab with unsaved changes. */
export function useLeaveGuard(hasUnsavedChanges: boolean): void {
  const t = useText()
  const confirm = useConfirm()
  const { history } = useRouter()
  useEffect(() => {
    if (!hasUnsavedChanges) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    const stop = history.askBefore((next) => {
      // Another step or tab of the page, which keeps what was entered.
      if (next.pathname === history.entry().pathname) return true
      return confirm({
        title: t('ui.form.leave.title'),
        text: t('ui.form.leave.text'),
        confirmLabel: t('ui.form.leave.confirm'),
        cancelLabel: t('ui.form.leave.stay'),
        isDangerous: true,
      })
    })
    return () => {
      window.removeEventListener('beforeunload', warn)
      stop()
    }
  }, [hasUnsavedChanges, history, confirm, t])
}
