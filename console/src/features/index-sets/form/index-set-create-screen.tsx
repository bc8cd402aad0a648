import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useClock } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { LoadFailed } from '../../../ui/page/load-failed.tsx'
import { Loading } from '../../../ui/page/loading.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { useCreateIndexSet } from '../index-set-actions.ts'
import { useIndexSetCrumbs } from '../use-index-set-crumbs.ts'
import { IndexSetForm } from './index-set-form.tsx'
import { indexSetDraft } from './index-set-values.ts'
import { useStrategies } from './use-strategies.ts'

export function IndexSetCreateScreen() {
  const t = useText()
  const { now } = useClock()
  const go = useGo()
  const create = useCreateIndexSet()
  const { data: strategies, error, refetch } = useStrategies()
  const back = routes.indices.list()
  return (
    <Page
      title={t('indexSets.create')}
      description={t('indexSets.create.description')}
      crumbs={useIndexSetCrumbs()}
      width="reading"
    >
      {strategies !== undefined ? (
        <IndexSetForm
          indexSet={undefined}
          strategies={strategies}
          saveLabel={t('indexSets.create')}
          isSaving={create.isPending}
          error={
            create.error === null ? undefined : { title: t('indexSets.toast.createFailed.title'), cause: create.error }
          }
          onSave={(values) =>
            create.mutateAsync(indexSetDraft(values, strategies, now())).then(() => go(back, { isSaved: true }))
          }
          cancelTo={back}
        />
      ) : error !== null ? (
        <LoadFailed error={error} onRetry={refetch} />
      ) : (
        <Loading />
      )}
    </Page>
  )
}
