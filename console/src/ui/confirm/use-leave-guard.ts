import { useBlocker } from '@tanstack/react-router'
import { useText } from '../../base/text/text.tsx'
import { useConfirm } from './confirm.tsx'

/** Asks before the user leaves the page or closes the tab with unsaved changes. */
export function useLeaveGuard(hasUnsavedChanges: boolean): void {
  const t = useText()
  const confirm = useConfirm()
  useBlocker({
    disabled: !hasUnsavedChanges,
    enableBeforeUnload: hasUnsavedChanges,
    shouldBlockFn: async ({ current, next }) => {
      // Another step or tab of the page, which keeps what was entered.
      if (current.pathname === next.pathname) return false
      const leaves = await confirm({
        title: t('ui.form.leave.title'),
        text: t('ui.form.leave.text'),
        confirmLabel: t('ui.form.leave.confirm'),
        cancelLabel: t('ui.form.leave.stay'),
        isDangerous: true,
      })
      return !leaves
    },
  })
}
