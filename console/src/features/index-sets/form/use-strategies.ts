import { getClusterConfig } from '@logyard/contract/cluster-config/cluster-config'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { indexSetDefaultsQuery } from '../../../cluster-config/index-set-defaults-query.ts'
import { retentionStrategiesQuery, rotationStrategiesQuery } from '../index-set-queries.ts'
import type { Strategies } from './index-set-values.ts'

interface LoadedStrategies {
  readonly data: Strategies | undefined
  readonly error: Error | null
  readonly refetch: () => unknown
}

/** The strategies that the server supports, with their default configurations. */
export function useStrategies(): LoadedStrategies {
  const t = useText()
  const call = useCall()
  const rotation = useQuery(rotationStrategiesQuery(call))
  const retention = useQuery(retentionStrategiesQuery(call))
  const mayReadDefaults = useMay()(getClusterConfig)
  const defaults = useQuery({ ...indexSetDefaultsQuery(call), enabled: mayReadDefaults })
  const text = (status: string) => t('indexSets.toast.strategiesFailed', { status })
  useFailureToast(rotation.error, text, t('indexSets.toast.rotationFailed.title'))
  useFailureToast(retention.error, text, t('indexSets.toast.retentionFailed.title'))
  // Without the defaults the form has values of its own.
  const isWaiting = mayReadDefaults && defaults.isPending
  const isLoaded = !isWaiting && rotation.data !== undefined && retention.data !== undefined
  return {
    data: isLoaded ? { rotation: rotation.data, retention: retention.data, defaults: defaults.data } : undefined,
    error: rotation.error ?? retention.error,
    refetch: () => Promise.all([rotation.refetch(), retention.refetch()]),
  }
}
