import type { PipelineSource } from '@logyard/contract/pipelines/pipelines'
import { useMemo } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { DefinitionList } from '../../../ui/definition-list.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { RelativeTime } from '../../../ui/time/relative-time.tsx'
import { pipelineExecuted } from '../metrics/metric-names.ts'
import { Throughput } from '../metrics/rate-text.tsx'
import { useLiveRates } from '../metrics/use-live-rates.ts'

/** When the pipeline was made and changed, and what it processes. */
export function DetailsSection({ pipeline }: { pipeline: PipelineSource }) {
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
