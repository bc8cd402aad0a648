import { useEffect } from 'react'
import { ApiError, ServerUnreachable, statusText } from '../../api/api-error.ts'
import { useNotify } from './notify.tsx'

/**
 * Shows a failed query in one toast: `useFailureToast(users.error, (status) => t('...', { status }))`. A banner already
 * reports a server that cannot be reached.
 */
export function useFailureToast(error: Error | null, text: (status: string) => string, title?: string): void {
  const notify = useNotify()
  const told = error === null || error instanceof ServerUnreachable ? undefined : text(statusText(error))
  // Depends on the error too: a second failure with the same text is shown again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (told !== undefined) notify.error(told, title)
  }, [error, told, title, notify])
}

export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** For what has a page of its own if it is gone: `useFailureToast(unlessMissing(stream.error), ...)`. */
export const unlessMissing = (error: Error | null): Error | null => (isMissing(error) ? null : error)
