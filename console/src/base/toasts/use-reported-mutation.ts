import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { statusText } from '../../api/api-error.ts'
import { useNotify } from './notify.tsx'

export interface ReportedMutation<Input, Output> {
  readonly run: (input: Input) => Promise<Output>
  /** The toast on success; absent if the page itself shows the result. */
  readonly succeeded?: (input: Input, output: Output) => string | { title: string; text: string }
  /** The toast on failure; `status` is the reason in words. `undefined` if the form shows it. */
  readonly failed: (input: Input, status: string, error: Error) => { title?: string; text: string } | undefined
  /** The queries that the change makes stale. The mutation is pending until they are refetched. */
  readonly changes: readonly QueryKey[]
}

/** A change on the server whose result is shown in a toast. */
export function useReportedMutation<Input, Output>(
  spec: ReportedMutation<Input, Output>,
): UseMutationResult<Output, Error, Input> {
  const notify = useNotify()
  const client = useQueryClient()
  return useMutation<Output, Error, Input>({
    mutationFn: (input) => spec.run(input),
    onSuccess: async (output, input) => {
      const done = spec.succeeded?.(input, output)
      if (typeof done === 'string') notify.success(done)
      else if (done !== undefined) notify.success(done.text, done.title)
      await Promise.all(spec.changes.map((queryKey) => client.invalidateQueries({ queryKey })))
    },
    onError: (error, input) => {
      const told = spec.failed(input, statusText(error), error)
      if (told !== undefined) notify.error(told.text, told.title)
    },
  })
}
