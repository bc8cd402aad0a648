import {
  planUpgrade,
  type UpgradePlanRequest,
  type UpgradeRequest,
  upgradeInstallation,
} from '@logyard/contract/content-packs/upgrades'
import type { Call } from '../../../api/api-client.ts'
import { callQuery } from '../../../api/call-query.ts'
import { useAction } from '../../../ui/action/use-action.ts'
import { EVERYTHING } from '../pack-actions.ts'

interface Target {
  readonly id: string
  readonly iid: string
}

/** Not below the key of packs: the upgrade invalidates that, and would be planned again. */
export const upgradePlanQuery = (call: Call, target: Target, body: UpgradePlanRequest) => ({
  ...callQuery(call, ['upgrade-plan', target, body], planUpgrade, { params: { ...target }, body }),
  retry: false,
  staleTime: 0,
  gcTime: 0,
})

export const useUpgrade = ({ id, iid }: Target) =>
  useAction({
    run: (call, body: UpgradeRequest) => call(upgradeInstallation, { params: { id, iid }, body }),
    texts: 'contentPacks.upgrade',
    values: ({ revision }) => ({ rev: revision }),
    changes: EVERYTHING,
  })
