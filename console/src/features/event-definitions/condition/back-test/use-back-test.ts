import { type BackTest, backTestDefinition } from '@logyard/contract/events/back-test'
import { type CountedFirings, countFirings } from '@logyard/contract/events/back-test-count'
import type { Expression } from '@logyard/contract/events/expressions'
import type { ProcessorConfig } from '@logyard/contract/events/processor-configs'
import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCall } from '../../../../base/services/services.tsx'
import { configOf, type DefinitionDraft, draftToSend } from '../../model/definition-draft.ts'

interface Measured {
  readonly backTest: BackTest
  /** The measured condition: the figures say nothing about another one. */
  readonly about: string
}

const ALWAYS: Expression = { expr: 'true' }

/** What the draft would have found, and the same figures counted again whenever the draft changes. */
export function useBackTest(draft: DefinitionDraft) {
  const call = useCall()
  const config = configOf(draft)
  const test = useMutation<Measured, Error, number>({
    mutationFn: async (days) => {
      if (config === undefined) throw new Error('there is no condition')
      // A definition that has no title yet can be tested too.
      const definition = {
        ...draftToSend(draft, config),
        title: draft.title.trim() || 'Test',
        field_spec: {},
        key_spec: [],
      }
      const backTest = await call(backTestDefinition, { body: { definition, days } })
      return { backTest, about: measuredPart(config) }
    },
  })
  const { data } = test
  const isCurrent = data !== undefined && config !== undefined && data.about === measuredPart(config)
  const counted = useMemo(
    (): CountedFirings | undefined => (isCurrent ? countedAgain(data.backTest, draft) : undefined),
    [isCurrent, data, draft],
  )
  return { test, backTest: data?.backTest, isCurrent, counted }
}

/** Everything that the figures depend on: thresholds and how rules are joined do not matter. */
function measuredPart(config: ProcessorConfig): string {
  if (config.type !== 'aggregation-v1') return JSON.stringify(config)
  const { conditions: _, event_limit: __, ...measured } = config
  return JSON.stringify(measured)
}

function countedAgain(backTest: BackTest, draft: DefinitionDraft): CountedFirings | undefined {
  const config = configOf(draft)
  if (config?.type !== 'aggregation-v1') return undefined
  const expression = config.conditions?.expression ?? ALWAYS
  return countFirings(backTest, {
    expression,
    gracePeriodMs: draft.notification_settings.grace_period_ms,
    tellsEnds: draft.recovery.notify,
    limit: draft.notification_limit,
    notifications: draft.notifications.length,
    isKeyed: draft.key_spec.length > 0,
  })
}
