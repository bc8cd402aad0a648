import { useEffect } from 'react'
import { statusText } from '../../api/api-error.ts'
import { useNotify } from './notify.tsx'

/** Shows a failed query in one toast: `useFailureToast(users.error, (status) => t('...', { status }))`. */
export function useFailureToast(error: Error | null, text: (status: string) => string, title?: string): void {
  const notify = useNotify()
  const told = error === null ? undefined : text(statusText(error))
  // Depends on the error too: a second failure with the same text is shown again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (told !== undefined) notify.error(told, title)
  }, [error, told, title, notify])
}
