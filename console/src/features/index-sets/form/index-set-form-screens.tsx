/** The pages that create and configure an index set. */

import { getClusterConfig } from '@logyard/contract/cluster-config/cluster-config'
import { getColdStorage } from '@logyard/contract/store/cold-storage'
import type { IndexSet } from '@logyard/contract/store/index-sets'
import { useQuery } from '@tanstack/react-query'
import { useQueryValues, useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall, useClock } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { coldStorageQuery } from '../../../cluster/cluster-queries.ts'
import { indexSetDefaultsQuery } from '../../../cluster-config/index-set-defaults-query.ts'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { useCreateIndexSet, useUpdateIndexSet } from '../index-set-actions.ts'
import { useIndexSet } from '../index-set-of-page.ts'
import { retentionStrategiesQuery, rotationStrategiesQuery } from '../index-set-queries.ts'
import { IndexSetForm } from './index-set-form.tsx'
import { indexSetChange, indexSetDraft, type Strategies, strategiesToSend } from './index-set-values.ts'

export function IndexSetCreateScreen() {
  const t = useText()
  const { now } = useClock()
  const create = useCreateIndexSet()
  return (
    <Page title={t('indexSets.new')} description={t('indexSets.create.description')} width="reading">
      <Loaded query={useStrategies()}>
        {(strategies) => (
          <IndexSetForm
            strategies={strategies}
            failedTitle={t('indexSets.toast.create.failed.title')}
            save={(values) => create.mutateAsync(indexSetDraft(values, strategies, now()))}
            cancelTo={routes.indices.list()}
          />
        )}
      </Loaded>
    </Page>
  )
}

export function IndexSetConfigurationScreen() {
  const t = useText()
  const { id } = useRouteParams(routes.indices.setConfiguration)
  return (
    <Loaded query={useIndexSet(id)} isPageEntity>
      {(indexSet) => (
        <Page
          title={t('indexSets.configure')}
          subject={indexSet.title}
          description={t('indexSets.configure.description')}
          width="reading"
        >
          {/* The key resets the draft when the index set changes. */}
          <ConfigurationForm key={id} indexSet={indexSet} />
        </Page>
      )}
    </Loaded>
  )
}

function ConfigurationForm({ indexSet }: { indexSet: IndexSet }) {
  const t = useText()
  const { id, writable } = indexSet
  const update = useUpdateIndexSet(id)
  const isFromDetails = useQueryValues().get('from') === 'details'
  return (
    <Loaded query={useStrategies()}>
      {(strategies) => (
        <IndexSetForm
          indexSet={indexSet}
          strategies={strategies}
          failedTitle={t('indexSets.toast.update.failed.title')}
          save={(values) =>
            update.mutateAsync({
              ...indexSetChange(values),
              ...(writable ? strategiesToSend(values, strategies) : {}),
            })
          }
          cancelTo={isFromDetails ? routes.indices.set(id) : routes.indices.list()}
        />
      )}
    </Loaded>
  )
}

interface LoadedStrategies {
  readonly data: Strategies | undefined
  readonly error: Error | null
  readonly refetch: () => unknown
}

/** The strategies that the server supports, with their default configurations. */
function useStrategies(): LoadedStrategies {
  const t = useText()
  const call = useCall()
  const rotation = useQuery(rotationStrategiesQuery(call))
  const retention = useQuery(retentionStrategiesQuery(call))
  const may = useMay()
  const mayReadDefaults = may(getClusterConfig)
  const defaults = useQuery({ ...indexSetDefaultsQuery(call), enabled: mayReadDefaults })
  const text = (status: string) => t('indexSets.toast.strategiesFailed', { status })
  useFailureToast(rotation.error, text, t('indexSets.toast.rotationFailed.title'))
  useFailureToast(retention.error, text, t('indexSets.toast.retentionFailed.title'))
  const mayReadCold = may(getColdStorage)
  const cold = useQuery({ ...coldStorageQuery(call), enabled: mayReadCold })
  // Without the defaults the form has values of its own.
  const isWaiting = mayReadDefaults && defaults.isPending
  const isLoaded =
    !isWaiting && !(mayReadCold && cold.isPending) && rotation.data !== undefined && retention.data !== undefined
  return {
    data: isLoaded
      ? {
          rotation: rotation.data,
          retention: retention.data,
          defaults: defaults.data,
          hasColdStorage: cold.data?.is_configured === true,
        }
      : undefined,
    error: rotation.error ?? retention.error,
    refetch: () => Promise.all([rotation.refetch(), retention.refetch()]),
  }
}
