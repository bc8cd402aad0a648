import {
  planUpgrade,
  type UpgradePlanRequest,
  type UpgradeRequest,
  upgradeInstallation,
} from '@logyard/contract/content-packs/upgrades'
import { queryOptions } from '@tanstack/react-query'
import type { Call } from '../../../api/api-client.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useReportedMutation } from '../../../base/toasts/use-reported-mutation.ts'
import { EVERYTHING } from '../pack-actions.ts'

interface Target {
  readonly id: string
  readonly iid: string
}

/** Not below the key of packs: the upgrade invalidates that, and would be planned again. */
export const upgradePlanQuery = (call: Call, target: Target, body: UpgradePlanRequest) =>
  queryOptions({
    queryKey: ['upgrade-plan', target, body],
    queryFn: ({ signal }) => call(planUpgrade, { params: { ...target }, body, signal }),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })

export function useUpgrade({ id, iid }: Target) {
  const t = useText()
  const call = useCall()
  return useReportedMutation({
    run: (body: UpgradeRequest) => call(upgradeInstallation, { params: { id, iid }, body }),
    succeeded: ({ revision }) => t('contentPacks.upgrade.done', { rev: revision }),
    failed: (_, status) => ({ text: t('contentPacks.upgrade.failed', { status }) }),
    changes: EVERYTHING,
  })
}
