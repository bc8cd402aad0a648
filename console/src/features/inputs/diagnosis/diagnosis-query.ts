import { diagnoseInput } from '@logyard/contract/ingest/input-diagnosis'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Call } from '../../../api/api-client.ts'
import { INPUTS_KEY } from '../input-queries.ts'

const POLL_MS = 3_000

export const diagnosisQuery = (call: Call, inputId: string) =>
  queryOptions({
    queryKey: [...INPUTS_KEY, 'diagnosis', inputId],
    queryFn: ({ signal }) => call(diagnoseInput, { params: { inputId }, signal, extendSession: false }),
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  })
