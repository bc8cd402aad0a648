import {
  applyConfiguration,
  type ConfigurationRequest,
  planConfiguration,
} from '@logyard/contract/content-packs/configuration-text'
import type { TextValues } from '../../../base/text/text.tsx'
import { useAction, useAskedAction } from '../../../ui/action/use-action.ts'
import { EVERYTHING } from '../pack-actions.ts'

export const usePlanConfiguration = () =>
  useAction({
    run: (call, body: ConfigurationRequest) => call(planConfiguration, { body }),
    texts: 'contentPacks.configuration.plan',
    changes: [],
  })

/** The question says how many entities change in which way. */
export const useApplyConfiguration = (counts: TextValues, isHarmless: boolean) =>
  useAskedAction({
    run: (call, body: ConfigurationRequest) => call(applyConfiguration, { body }),
    texts: 'contentPacks.configuration.apply',
    question: 'contentPacks.configuration.apply',
    confirmLabel: 'contentPacks.configuration.apply',
    values: (_, plan) => ({ ...counts, count: plan?.changes.length ?? 0 }),
    changes: EVERYTHING,
    isHarmless,
  })
