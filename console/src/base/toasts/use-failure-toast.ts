import { useEffect } from 'react'
import { ApiError, ServerUnreachable, statusText } from '../../api/api-error.ts'
import type { MessageId } from '../text/catalogues.ts'
import { type TextValues, useTextIfAny } from '../text/text.tsx'
import { useNotify } from './notify.tsx'

/**
 * Shows a failed query in one toast: `useFailureToast(users.error, 'users.toast.loadFailed')`. The text has `{status}`
 * and the values; its title is the text `users.toast.loadFailed.title`, if there is one. A text that depends on the
 * error is a function. A server that cannot be reached gets no toast: a banner already reports it.
 */
export function useFailureToast(error: Error | null, text: MessageId, values?: TextValues): void
export function useFailureToast(error: Error | null, text: (status: string) => string, title?: string): void
export function useFailureToast(
  error: Error | null,
  text: MessageId | ((status: string) => string),
  more?: TextValues | string,
): void {
  const notify = useNotify()
  const t = useTextIfAny()
  const values = typeof more === 'string' ? {} : more
  const textOf = typeof text === 'string' ? (status: string) => t(text, { ...values, status }) : text
  const told = error === null || error instanceof ServerUnreachable ? undefined : textOf(statusText(error))
  const title = typeof more === 'string' ? more : typeof text === 'string' ? t(`${text}.title`, values) : undefined
  // Depends on the error too: a second failure with the same text is shown again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (told !== undefined) notify.error(told, title)
  }, [error, told, title, notify])
}

export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** For what has a page of its own if it is gone: `useFailureToast(unlessMissing(stream.error), ...)`. */
export const unlessMissing = (error: Error | null): Error | null => (isMissing(error) ? null : error)
