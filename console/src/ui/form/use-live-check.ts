import type { ValidationResult } from '@logyard/contract/http/envelope'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'
import { useCall } from '../../base/services/services.tsx'
import { useFailureToast } from '../../base/toasts/use-failure-toast.ts'
import { apiFieldErrors } from './api-field-errors.ts'

const PAUSE_MS = 300

interface LiveCheck {
  /** The kind of the draft and its values: another key is another draft. */
  readonly key: readonly unknown[]
  /** Absent while the form itself knows that a value is missing. */
  readonly check: ((call: Call, signal: AbortSignal) => Promise<ValidationResult>) | undefined
  readonly failed: { readonly title: string; readonly text: (status: string) => string }
}

export interface CheckedDraft {
  /** Errors by field. */
  readonly errors: Readonly<Record<string, string>>
  /** The errors are those of the present draft. */
  readonly isSettled: boolean
}

const NO_ERRORS: Readonly<Record<string, string>> = {}

/** The server's errors of a draft, asked for when the user pauses. They never keep the user from saving. */
export function useLiveCheck({ key, check, failed }: LiveCheck): CheckedDraft {
  const call = useCall()
  const id = JSON.stringify(key)
  const [settled] = useDebouncedValue(id, PAUSE_MS)
  const result = useQuery({
    queryKey: ['live-check', id],
    queryFn: async ({ signal }): Promise<Readonly<Record<string, string>>> => {
      if (check === undefined) return NO_ERRORS
      try {
        const { errors } = await check(call, signal)
        return Object.fromEntries(Object.entries(errors).map(([name, texts]) => [name, texts.join(' ')]))
      } catch (error) {
        const fields = apiFieldErrors(error)
        if (fields === undefined) throw error
        return fields
      }
    },
    enabled: check !== undefined && settled === id,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
    staleTime: 0,
  })
  useFailureToast(result.error, failed.text, failed.title)
  if (check === undefined) return { errors: NO_ERRORS, isSettled: true }
  return {
    errors: result.data ?? NO_ERRORS,
    isSettled: settled === id && (result.isSuccess || result.isError) && !result.isPlaceholderData,
  }
}
