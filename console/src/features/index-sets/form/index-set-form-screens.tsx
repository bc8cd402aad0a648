/** The pages that create and configure an index set. */
import type { IndexSet } from '@logyard/contract/store/index-sets'
import { useQueryValues, useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useClock } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { useCreateIndexSet, useUpdateIndexSet } from '../index-set-actions.ts'
import { useIndexSet } from '../index-set-of-page.ts'
import { IndexSetForm } from './index-set-form.tsx'
import { indexSetChange, indexSetDraft, strategiesToSend } from './index-set-values.ts'
import { useStrategies } from './use-strategies.ts'

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
            saveLabel={t('indexSets.create')}
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
          saveLabel={t('indexSets.update')}
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
