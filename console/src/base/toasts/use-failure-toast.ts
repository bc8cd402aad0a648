import { useEffect } from 'react'
import { ApiError, ServerUnreachable, statusText } from '../../api/api-error.ts'
import type { MessageId } from '../text/catalogues.ts'
import { useTextIfAny } from '../text/text.tsx'
import { useNotify } from './notify.tsx'

/**
 * Shows a failed query in one toast: `useFailureToast(users.error, 'users.toast.loadFailed')`. The text has `{status}`;
 * its title is the text `users.toast.loadFailed.title`, if there is one. A text with other values is a function. A
 * server that cannot be reached gets no toast: a banner already reports it.
 */
export function useFailureToast(
  error: Error | null,
  text: MessageId | ((status: string) => string),
  ownTitle?: string,
): void {
  const notify = useNotify()
  const t = useTextIfAny()
  const isId = typeof text === 'string'
  const told =
    error === null || error instanceof ServerUnreachable
      ? undefined
      : isId
        ? t(text, { status: statusText(error) })
        : text(statusText(error))
  const title = isId ? t(`${text}.title`) : ownTitle
  // Depends on the error too: a second failure with the same text is shown again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (told !== undefined) notify.error(told, title)
  }, [error, told, title, notify])
}

export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** For what has a page of its own if it is gone: `useFailureToast(unlessMissing(stream.error), ...)`. */
export const unlessMissing = (error: Error | null): Error | null => (isMissing(error) ? null : error)
