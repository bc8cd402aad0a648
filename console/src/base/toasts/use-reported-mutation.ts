import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { statusText } from '../../api/api-error.ts'
import { useNotify } from './notify.tsx'

export interface ReportedMutation<Input, Output> {
  readonly run: (input: Input) => Promise<Output>
  /** The toast of success; without it the page itself shows what happened. */
  readonly succeeded?: (input: Input, output: Output) => string
  /** The toast of failure; `status` is the reason in words. `undefined` where the form shows it. */
  readonly failed: (input: Input, status: string, error: Error) => { title?: string; text: string } | undefined
  /** What the change makes out of date. The mutation is pending until that is read again. */
  readonly changes: readonly QueryKey[]
}

/** A change on the server whose outcome is told in a toast. */
export function useReportedMutation<Input, Output>(
  spec: ReportedMutation<Input, Output>,
): UseMutationResult<Output, Error, Input> {
  const notify = useNotify()
  const client = useQueryClient()
  return useMutation<Output, Error, Input>({
    mutationFn: (input) => spec.run(input),
    onSuccess: async (output, input) => {
      if (spec.succeeded !== undefined) notify.success(spec.succeeded(input, output))
      await Promise.all(spec.changes.map((queryKey) => client.invalidateQueries({ queryKey })))
    },
    onError: (error, input) => {
      const told = spec.failed(input, statusText(error), error)
      if (told !== undefined) notify.error(told.text, told.title)
    },
  })
}
