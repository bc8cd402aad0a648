import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { FIRST_STAGE, pipelineSource } from '../model/pipeline-source.ts'
import { useCreatePipeline } from '../pipeline-actions.tsx'
import { PipelineForm } from '../pipeline-form.tsx'

/** Creates a pipeline with one empty stage. The rest is edited on the page of the pipeline. */
export function NewPipelineScreen() {
  const t = useText()
  const go = useGo()
  const create = useCreatePipeline()
  return (
    <Page title={t('pipelines.new')} description={t('pipelines.new.hint')} width="reading">
      <PipelineForm
        failedTitle={t('pipelines.toast.create.failed.title')}
        save={(title, description) => create.mutateAsync({ description, source: pipelineSource(title, [FIRST_STAGE]) })}
        onSaved={({ id }) => go(routes.pipelines.show(id ?? ''), { isSaved: true, replace: true })}
        cancelTo={routes.pipelines.list()}
      />
    </Page>
  )
}
