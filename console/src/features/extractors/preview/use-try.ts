/** Runs the extractor that the form describes, a moment after each change, on an example and on recent messages. */
import {
  MAX_TRIED_MESSAGES,
  type TriedExample,
  type TriedSample,
  type TryExtractorRequest,
  tryExtractor,
} from '@logyard/contract/extractors/try-extractor'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCall } from '../../../base/services/services.tsx'
import { namesItsFields } from '../model/extractor-settings.ts'
import { type ExtractorValues, extractorRequest, isRunnable } from '../model/extractor-values.ts'

const TYPING_PAUSE_MS = 250
/** Stands for the name that the user has not given yet. */
export const UNNAMED_FIELD = 'unnamed'

type Tried = TryExtractorRequest['extractor']

interface Trial<Result> {
  readonly result: Result | undefined
  readonly error: Error | null
  /** The result is of an earlier state of the form. */
  readonly isStale: boolean
}

export interface Trials {
  /** The configuration lacks a required value. */
  readonly isIncomplete: boolean
  readonly example: Trial<TriedExample>
  readonly sample: Trial<TriedSample>
  readonly condition: Trial<TriedExample>
}

interface TryOptions {
  readonly inputId: string
  readonly values: ExtractorValues
  /** Text of the example. */
  readonly text: string | undefined
  /** Why patterns are invalid, by field of the form: the server is not asked about them. */
  readonly invalid: Readonly<Record<string, string>>
  /** Whether `invalid` is complete. */
  readonly isReady: boolean
}

export function useTry({ inputId, values, text, invalid, isReady }: TryOptions): Trials {
  const isValid = isReady && Object.keys(invalid).length === 0
  const isConditionInvalid = invalid['conditionValue'] !== undefined
  const isComplete = isRunnable(values)
  const tried = useMemo(() => (isComplete && isValid ? triedOf(values) : undefined), [values, isComplete, isValid])
  const probe = useMemo(() => (isConditionInvalid ? undefined : probeOf(values)), [values, isConditionInvalid])
  const example = useTrial(inputId, tried, { text, sample: 0 })
  const sample = useTrial(inputId, tried, { text: undefined, sample: MAX_TRIED_MESSAGES })
  const condition = useTrial(inputId, probe, { text, sample: 0 })
  return {
    isIncomplete: !isComplete,
    example: { ...example, result: example.result?.example ?? undefined },
    sample: { ...sample, result: sample.result?.sample ?? undefined },
    condition: { ...condition, result: condition.result?.example ?? undefined },
  }
}

interface Subject {
  readonly text: string | undefined
  readonly sample: number
}

function useTrial(inputId: string, extractor: Tried | undefined, { text, sample }: Subject) {
  const call = useCall()
  const body = useMemo(() => {
    if (extractor === undefined || (text === undefined && sample === 0)) return undefined
    return { extractor, sample, ...(text === undefined ? {} : { example: text }) }
  }, [extractor, text, sample])
  const [settled] = useDebouncedValue(body, TYPING_PAUSE_MS)
  const isEnabled = settled !== undefined && body !== undefined
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['extractor-trial', inputId, settled],
    queryFn: async ({ signal }) =>
      settled === undefined
        ? null
        : await call(tryExtractor, { params: { inputId }, body: settled, signal, extendSession: false }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 10_000,
  })
  const isStale = isPlaceholderData || isFetching || settled !== body
  return { result: isEnabled ? (data ?? undefined) : undefined, error: isEnabled ? error : null, isStale }
}

const triedOf = (values: ExtractorValues): Tried => {
  const { title: _, ...tried } = extractorRequest(values)
  const isUnnamed = tried.target_field === '' && !namesItsFields(values.type)
  return isUnnamed ? { ...tried, target_field: UNNAMED_FIELD } : tried
}

/** The condition alone, which can be decided before the configuration is complete. */
function probeOf({ conditionType, conditionValue, sourceField }: ExtractorValues): Tried | undefined {
  if (conditionType === 'none' || conditionValue === '') return undefined
  return {
    extractor_type: 'copy_input',
    extractor_config: {},
    cut_or_copy: 'copy',
    source_field: sourceField,
    target_field: UNNAMED_FIELD,
    converters: {},
    condition_type: conditionType,
    condition_value: conditionValue,
    order: 0,
  }
}
