import { type BackTest, backTestDefinition } from '@logyard/contract/events/back-test'
import { type CountedFirings, countFirings } from '@logyard/contract/events/back-test-count'
import type { Expression } from '@logyard/contract/events/expressions'
import type { AggregationConfig, ProcessorConfig } from '@logyard/contract/events/processor-configs'
import { parameterNames } from '@logyard/languages/query/fill-parameters'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCall } from '../../../../base/services/services.tsx'
import { useQueryParser } from '../../../../query/query-input/use-query-problems.ts'
import { configOf, type DefinitionDraft, draftToSend, isConditionComplete } from '../../model/definition-draft.ts'

/** Long enough for the next letter of a query. */
const PAUSE_MS = 800
const ALWAYS: Expression = { expr: 'true' }

/** What the draft would have found, and the same figures counted again whenever the draft changes. */
export function useBackTest(draft: DefinitionDraft, days: number, canTest: boolean) {
  const call = useCall()
  const config = configOf(draft)
  const about = config === undefined ? '' : `${days} ${measuredPart(config)}`
  const [settled] = useDebouncedValue(about, PAUSE_MS)
  const isReady = useIsReady(draft)
  const test = useQuery({
    queryKey: ['back-test', about],
    queryFn: async ({ signal }) => {
      if (config === undefined) throw new Error('there is no condition')
      // A definition that has no title yet can be tested too.
      const title = draft.title.trim() || 'Test'
      const definition = { ...draftToSend(draft, config), title, field_spec: {}, key_spec: [] }
      const body = { definition, days }
      return { backTest: await call(backTestDefinition, { body, signal, extendSession: false }), about }
    },
    enabled: canTest && isReady && settled === about,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
  const { data } = test
  const isCurrent = data !== undefined && data.about === about
  const counted = useMemo(
    (): CountedFirings | undefined => (isCurrent ? countedAgain(data.backTest, draft) : undefined),
    [isCurrent, data, draft],
  )
  return { test, isAutomatic: isReady, backTest: data?.backTest, isCurrent, counted }
}

/**
 * Whether the test runs without a click: over all messages of all streams it may take long, and the server refuses
 * queries and cron expressions that are half typed.
 */
function useIsReady(draft: DefinitionDraft): boolean {
  const parse = useQueryParser()
  const { config } = draft
  if (config?.type !== 'aggregation-v1' || !isConditionComplete(draft) || config.use_cron_scheduling === true) {
    return false
  }
  const isNarrow = config.query.trim() !== '' || config.streams.length > 0
  return isNarrow && parse?.(config.query).ok === true && isDeclared(config)
}

const isDeclared = ({ query, query_parameters: declared = [] }: AggregationConfig) =>
  parameterNames([query]).every((used) => declared.some(({ name }) => name === used))

/** Everything that the figures depend on: thresholds and how rules are joined do not matter. */
function measuredPart(config: ProcessorConfig): string {
  if (config.type !== 'aggregation-v1') return JSON.stringify(config)
  const { conditions: _, event_limit: __, ...measured } = config
  return JSON.stringify(measured)
}

function countedAgain(backTest: BackTest, draft: DefinitionDraft): CountedFirings | undefined {
  const config = configOf(draft)
  if (config === undefined) return undefined
  const expression = (config.type === 'aggregation-v1' ? config.conditions?.expression : undefined) ?? ALWAYS
  return countFirings(backTest, {
    expression,
    gracePeriodMs: draft.notification_settings.grace_period_ms,
    tellsEnds: draft.recovery.notify,
    limit: draft.notification_limit,
    notifications: draft.notifications.length,
    isKeyed: draft.key_spec.length > 0,
  })
}
