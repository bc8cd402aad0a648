import {
  applyConfiguration,
  type ConfigurationRequest,
  planConfiguration,
} from '@logyard/contract/content-packs/configuration-text'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useReportedMutation } from '../../../base/toasts/use-reported-mutation.ts'
import { EVERYTHING } from '../pack-actions.ts'

export function usePlanConfiguration() {
  const t = useText()
  const call = useCall()
  return useReportedMutation({
    run: (body: ConfigurationRequest) => call(planConfiguration, { body }),
    failed: (_, status) => ({ text: t('contentPacks.configuration.planFailed', { status }) }),
    changes: [],
  })
}

export function useApplyConfiguration() {
  const t = useText()
  const call = useCall()
  return useReportedMutation({
    run: (body: ConfigurationRequest) => call(applyConfiguration, { body }),
    succeeded: (_, { changes }) => t('contentPacks.configuration.applied', { count: changes.length }),
    failed: (_, status) => ({ text: t('contentPacks.configuration.applyFailed', { status }) }),
    changes: EVERYTHING,
  })
}
