import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useText } from '../text/text.tsx'
import { useShowToast } from './toasts.tsx'

const ERROR_MS = 10_000
const SUCCESS_MS = 3_000
const OTHER_MS = 7_000

type Kind = 'success' | 'info' | 'warning' | 'error'

const SHOWN_MS = { success: SUCCESS_MS, info: OTHER_MS, warning: OTHER_MS, error: ERROR_MS }

const LOOKS = {
  success: { color: 'spruce', icon: <IconCheck size={16} /> },
  info: { color: 'gray', icon: <IconInfoCircle size={16} /> },
  warning: { color: 'amber', icon: <IconAlertTriangle size={16} /> },
  error: { color: 'red', icon: <IconX size={16} /> },
}

/** Toasts at the bottom right. Equal toasts are not stacked; text is never interpreted as markup. */
export function useNotify() {
  const t = useText()
  const showToast = useShowToast()
  return useMemo(() => {
    const show = (kind: Kind, title: string, message: string) =>
      showToast({
        id: `${kind}|${title}|${message}`,
        title,
        message,
        autoClose: SHOWN_MS[kind],
        role: kind === 'error' ? 'alert' : 'status',
        closeButtonProps: { 'aria-label': t('ui.close') },
        withBorder: true,
        ...LOOKS[kind],
      })
    return {
      success: (message: string, title = t('ui.toast.success')) => show('success', title, message),
      info: (message: string, title = t('ui.toast.information')) => show('info', title, message),
      warning: (message: string, title = t('ui.toast.attention')) => show('warning', title, message),
      error: (message: string, title = t('ui.toast.error')) => show('error', title, message),
    }
  }, [t, showToast])
}
