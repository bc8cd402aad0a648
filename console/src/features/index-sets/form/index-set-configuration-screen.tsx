import type { IndexSet } from '@logyard/contract/store/index-sets'
import { useGo, useQueryValues, useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import { LoadFailed } from '../../../ui/page/load-failed.tsx'
import { Loading } from '../../../ui/page/loading.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { useUpdateIndexSet } from '../index-set-actions.ts'
import { useIndexSet } from '../use-index-set.ts'
import { useIndexSetCrumbs } from '../use-index-set-crumbs.ts'
import { IndexSetForm } from './index-set-form.tsx'
import { indexSetChange, strategiesToSend } from './index-set-values.ts'
import { useStrategies } from './use-strategies.ts'

export function IndexSetConfigurationScreen() {
  const t = useText()
  const { id } = useRouteParams(routes.indices.setConfiguration)
  const indexSet = useIndexSet(id)
  const crumbs = useIndexSetCrumbs()
  if (indexSet.isPending) return <Loading />
  if (indexSet.isError) return <LoadFailed error={indexSet.error} onRetry={indexSet.refetch} isPageEntity />
  return (
    <Page
      title={t('indexSets.configure')}
      subject={indexSet.data.title}
      description={t('indexSets.configure.description')}
      crumbs={crumbs}
      width="reading"
    >
      {/* The key resets the draft when the index set changes. */}
      <ConfigurationForm key={id} indexSet={indexSet.data} />
    </Page>
  )
}

function ConfigurationForm({ indexSet }: { indexSet: IndexSet }) {
  const t = useText()
  const go = useGo()
  const update = useUpdateIndexSet()
  const { data: strategies, error, refetch } = useStrategies()
  const isFromDetails = useQueryValues().get('from') === 'details'
  if (strategies === undefined) return error === null ? <Loading /> : <LoadFailed error={error} onRetry={refetch} />
  return (
    <IndexSetForm
      indexSet={indexSet}
      strategies={strategies}
      saveLabel={t('indexSets.update')}
      isSaving={update.isPending}
      error={
        update.error === null ? undefined : { title: t('indexSets.toast.updateFailed.title'), cause: update.error }
      }
      onSave={(values) => {
        const change = {
          ...indexSetChange(values),
          ...(indexSet.writable ? strategiesToSend(values, strategies) : {}),
        }
        return update.mutateAsync({ id: indexSet.id, change }).then(() => go(routes.indices.list(), { isSaved: true }))
      }}
      cancelTo={isFromDetails ? routes.indices.set(indexSet.id) : routes.indices.list()}
    />
  )
}
