import { type PipelineSource, updatePipeline } from '@logyard/contract/pipelines/pipelines'
import { Alert, List } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { unlessMissing, useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { DefinitionList } from '../../../ui/definition-list.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { TabViews } from '../../../ui/tabs/tab-views.tsx'
import { useViewInUrl } from '../../../ui/tabs/use-view-in-url.ts'
import { RelativeTime } from '../../../ui/time/relative-time.tsx'
import { pipelineExecuted } from '../metrics/metric-names.ts'
import { Throughput } from '../metrics/rate-text.tsx'
import { useLiveRates } from '../metrics/use-live-rates.ts'
import { pipelineQuery } from '../pipeline-queries.ts'
import type { SourceProblem } from '../source-editor/parse-errors.ts'
import { ConnectionsSection } from './connections-section.tsx'
import { PipelineMenu } from './pipeline-menu.tsx'
import classes from './pipeline-page.module.css'
import { SourceView } from './source-view.tsx'
import { StagesSection } from './stages-section.tsx'

export function PipelineScreen() {
  const { id } = useRouteParams(routes.pipelines.show)
  const pipeline = useQuery(pipelineQuery(useCall(), id))
  useFailureToast(unlessMissing(pipeline.error), 'pipelines.toast.loadFailed', { id })
  return (
    <Loaded query={pipeline} isPageEntity>
      {(loaded) => <PipelinePage key={id} pipeline={loaded} />}
    </Loaded>
  )
}

function PipelinePage({ pipeline }: { pipeline: PipelineSource }) {
  const t = useText()
  const mayEdit = useMay()(updatePipeline, { id: pipeline.id })
  return (
    <Page
      title={t('pipelines.pipeline')}
      subject={pipeline.title ?? ''}
      description={pipeline.description && <span translate="no">{pipeline.description}</span>}
      action={<PipelineMenu pipeline={pipeline} />}
    >
      {pipeline.errors !== null && <PipelineErrors errors={pipeline.errors} />}
      <ConnectionsSection pipeline={pipeline} />
      <TabViews
        {...useViewInUrl('view', ['stages', 'source'])}
        mb="md"
        views={[
          {
            id: 'stages',
            label: t('pipelines.stages'),
            content: (
              <div className={classes['columns']}>
                <StagesSection pipeline={pipeline} />
                <DetailsSection pipeline={pipeline} />
              </div>
            ),
          },
          {
            id: 'source',
            label: t('pipelines.source'),
            content: <SourceView pipeline={pipeline} isEditable={mayEdit} />,
          },
        ]}
      />
    </Page>
  )
}

/** Why a stored pipeline runs nothing. */
function PipelineErrors({ errors }: { errors: readonly SourceProblem[] }) {
  const t = useText()
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={t('pipelines.broken.title')} mb="md">
      <List size="sm">
        {errors.map(({ line, position_in_line: column, reason }) => (
          <List.Item key={`${line}|${column}|${reason}`} translate="no">
            {t('pipelines.source.errorAt', { line, reason })}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

/** When the pipeline was made and changed, and what it processes. */
function DetailsSection({ pipeline }: { pipeline: PipelineSource }) {
  const t = useText()
  const metric = pipelineExecuted(pipeline.id ?? '')
  const rates = useLiveRates(useMemo(() => [metric], [metric]))
  return (
    <FormSection title={t('pipelines.details')}>
      <DefinitionList
        items={[
          { label: t('pipelines.throughput.current'), value: <Throughput rates={rates} metric={metric} /> },
          {
            label: t('pipelines.created'),
            value: pipeline.created_at && <RelativeTime instant={pipeline.created_at} />,
          },
          {
            label: t('pipelines.modified'),
            value: pipeline.modified_at && <RelativeTime instant={pipeline.modified_at} />,
          },
        ]}
      />
    </FormSection>
  )
}
