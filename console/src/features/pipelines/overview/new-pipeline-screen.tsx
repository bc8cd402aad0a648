import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { FIRST_STAGE, pipelineSource } from '../model/pipeline-source.ts'
import { useCreatePipeline } from '../pipeline-actions.tsx'
import { PipelineForm } from '../pipeline-form.tsx'
import { usePipelineCrumbs } from '../use-pipeline-crumbs.ts'

/** A new pipeline gets one empty stage; its page offers the rest. */
export function NewPipelineScreen() {
  const t = useText()
  const go = useGo()
  const create = useCreatePipeline()
  return (
    <Page title={t('pipelines.new')} description={t('pipelines.new.hint')} crumbs={usePipelineCrumbs()} width="reading">
      <PipelineForm
        saveLabel={t('pipelines.new.save')}
        failedTitle={t('pipelines.toast.create.failed.title')}
        save={(title, description) => create.mutateAsync({ description, source: pipelineSource(title, [FIRST_STAGE]) })}
        onSaved={({ id }) => go(routes.pipelines.show(id ?? ''), { isSaved: true, replace: true })}
        cancelTo={routes.pipelines.list()}
      />
    </Page>
  )
}
