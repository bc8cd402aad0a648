import { type TrialRequest, type TrialResponse, tryPipelineSource } from '@logyard/contract/pipelines/trials'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCall } from '../../../base/services/services.tsx'
import { parseErrorsOf } from '../source-editor/parse-errors.ts'

const TYPING_PAUSE_MS = 600

/** The rule or pipeline that is tried, as it is being edited. */
export interface TriedSource {
  readonly kind: 'rule' | 'pipeline'
  /** Absent for a new rule or pipeline: nothing runs for comparison. */
  readonly id: string | undefined
  readonly source: string
  /** The stored source; absent for a new rule or pipeline. */
  readonly saved: string | undefined
}

type Messages = Pick<TrialRequest, 'stream_id' | 'input_id' | 'messages' | 'example'>

/** Runs the source on the messages, and again when it or they change. The last result stays meanwhile. */
export function useTrial(tried: TriedSource, messages: Messages | undefined, isValid: boolean) {
  const call = useCall()
  const request = useMemo(() => {
    const { kind, id, source } = tried
    return { [kind]: { id: id ?? null, source }, ...messages }
  }, [tried, messages])
  const [settled] = useDebouncedValue(request, TYPING_PAUSE_MS)
  const isSaved = tried.source === tried.saved
  const trial = useQuery({
    queryKey: ['pipeline-trial', settled, isSaved],
    queryFn: async ({ signal }) => {
      const result = await call(tryPipelineSource, { body: settled, signal })
      return isSaved ? withoutSaved(result) : result
    },
    enabled: messages !== undefined && isValid && settled === request,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  })
  return {
    kind: tried.kind,
    result: messages === undefined ? undefined : trial.data,
    // The editor shows why a source does not parse.
    error: parseErrorsOf(trial.error) === undefined ? trial.error : null,
    isRunning: trial.isFetching,
    isStale: trial.isPlaceholderData || settled !== request || !isValid,
    again: trial.refetch,
  }
}

/** A source that is saved as it is has one result: two runs of it would differ in their cost only by chance. */
const withoutSaved = (result: TrialResponse): TrialResponse => ({
  ...result,
  saved: null,
  differing: null,
  messages: result.messages.map((message) => ({ ...message, differs: false })),
})
