import { useEffect } from 'react'
import { statusText } from '../../api/api-error.ts'
import { useNotify } from './notify.tsx'

/** Tells once that something could not be loaded: `useFailureToast(users.error, (status) => t('...', { status }))`. */
export function useFailureToast(error: Error | null, text: (status: string) => string, title?: string): void {
  const notify = useNotify()
  const told = error === null ? undefined : text(statusText(error))
  // The error itself is named too: a second failure with the same words is told again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (told !== undefined) notify.error(told, title)
  }, [error, told, title, notify])
}
