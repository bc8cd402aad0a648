import type { PipelineSource } from '@logyard/contract/pipelines/pipelines'
import { TextInput } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { EntityForm } from '../../ui/form/entity-form.tsx'
import { FirstField } from '../../ui/form/first-field.tsx'
import { useEntityForm } from '../../ui/form/use-entity-form.ts'

interface PipelineFormProps {
  /** Absent for a new pipeline. */
  readonly pipeline?: PipelineSource
  /** The title above an error that names no field. */
  readonly failedTitle?: string
  readonly save: (title: string, description: string) => Promise<PipelineSource>
  readonly onSaved?: (saved: PipelineSource) => unknown
  readonly cancelTo?: string
}

/** The form for the title and the description of a pipeline. */
export function PipelineForm({ pipeline, save, cancelTo, ...after }: PipelineFormProps) {
  const t = useText()
  const form = useEntityForm({
    isNew: pipeline === undefined,
    initial: { title: pipeline?.title ?? '', description: pipeline?.description ?? '' },
    labels: { title: t('pipelines.form.title') },
    problems: ({ title }) => ({ title: title.trim() === '' && t('pipelines.form.title.required') }),
    save: ({ title, description }) => save(title.trim(), description),
    ...after,
  })
  // The title stands in the source, which is written again from its stages. Those of a broken source are unknown.
  const isBroken = pipeline !== undefined && pipeline.errors !== null
  return (
    <EntityForm form={form} cancelTo={cancelTo}>
      <FirstField
        label={t('pipelines.form.title')}
        required
        disabled={isBroken}
        autoComplete="off"
        {...form.text('title')}
      />
      <TextInput label={t('pipelines.form.description')} autoComplete="off" {...form.text('description')} />
    </EntityForm>
  )
}
