import type { ValidationResult } from '@logyard/contract/http/envelope'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Call } from '../../../api/api-client.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { apiFieldErrors } from '../../../ui/form/api-field-errors.ts'

const PAUSE_MS = 500

interface LiveValidation {
  /** Tells drafts apart; also the draft's kind. */
  readonly key: readonly unknown[]
  /** Absent while the form itself knows that something is missing. */
  readonly validate: ((call: Call, signal: AbortSignal) => Promise<ValidationResult>) | undefined
  readonly failed: { readonly title: string; readonly text: (status: string) => string }
}

/** What the server says against a draft, by field, whenever the user pauses. It never keeps the user from saving. */
export function useLiveValidation({ key, validate, failed }: LiveValidation): Readonly<Record<string, string>> {
  const call = useCall()
  const id = JSON.stringify(key)
  const [settled] = useDebouncedValue(id, PAUSE_MS)
  const result = useQuery({
    queryKey: ['lookup-validation', id],
    queryFn: async ({ signal }): Promise<Readonly<Record<string, string>>> => {
      if (validate === undefined) return {}
      try {
        const { errors } = await validate(call, signal)
        return Object.fromEntries(Object.entries(errors).map(([name, texts]) => [name, texts.join(' ')]))
      } catch (error) {
        const fields = apiFieldErrors(error)
        if (fields === undefined) throw error
        return fields
      }
    },
    enabled: validate !== undefined && settled === id,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
    staleTime: 0,
  })
  useFailureToast(result.error, failed.text, failed.title)
  return validate === undefined ? {} : (result.data ?? {})
}
