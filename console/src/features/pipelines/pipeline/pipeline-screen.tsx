import { type PipelineSource, updatePipeline } from '@logyard/contract/pipelines/pipelines'
import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useQueryValues, useRouteParams, useSetQueryValues } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { unlessMissing, useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { pipelineQuery } from '../pipeline-queries.ts'
import { usePipelineCrumbs } from '../use-pipeline-crumbs.ts'
import { ConnectionsSection } from './connections-section.tsx'
import { DetailsSection } from './details-section.tsx'
import { PipelineErrors } from './pipeline-errors.tsx'
import { PipelineMenu } from './pipeline-menu.tsx'
import classes from './pipeline-page.module.css'
import { SourceView } from './source-view.tsx'
import { StagesSection } from './stages-section.tsx'

const VIEWS = ['stages', 'source'] as const
type View = (typeof VIEWS)[number]

export function PipelineScreen() {
  const { id } = useRouteParams(routes.pipelines.show)
  const t = useText()
  const pipeline = useQuery(pipelineQuery(useCall(), id))
  useFailureToast(
    unlessMissing(pipeline.error),
    (status) => t('pipelines.toast.loadFailed', { status }),
    t('pipelines.toast.loadFailed.title', { id }),
  )
  return (
    <Loaded query={pipeline} isPageEntity>
      {(loaded) => <PipelinePage key={id} pipeline={loaded} />}
    </Loaded>
  )
}

function PipelinePage({ pipeline }: { pipeline: PipelineSource }) {
  const t = useText()
  const values = useQueryValues()
  const setValues = useSetQueryValues()
  const mayEdit = useMay()(updatePipeline, { id: pipeline.id })
  const asked = values.get('view')
  const view: View = VIEWS.find((one) => one === asked) ?? 'stages'
  const show = (next: string | null) => setValues({ view: next === 'stages' ? undefined : (next ?? undefined) })
  return (
    <Page
      title={t('pipelines.pipeline')}
      subject={pipeline.title ?? ''}
      description={pipeline.description && <span translate="no">{pipeline.description}</span>}
      crumbs={usePipelineCrumbs()}
      action={<PipelineMenu pipeline={pipeline} />}
    >
      {pipeline.errors !== null && <PipelineErrors errors={pipeline.errors} />}
      <ConnectionsSection pipeline={pipeline} />
      <Tabs value={view} onChange={show} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="stages">{t('pipelines.stages')}</Tabs.Tab>
          <Tabs.Tab value="source">{t('pipelines.source')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="stages">
          <div className={classes['columns']}>
            <StagesSection pipeline={pipeline} />
            <DetailsSection pipeline={pipeline} />
          </div>
        </Tabs.Panel>
        <Tabs.Panel value="source">
          <SourceView pipeline={pipeline} isEditable={mayEdit} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
