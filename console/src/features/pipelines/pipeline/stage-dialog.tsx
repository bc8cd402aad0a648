import type { PipelineSource } from '@logyard/contract/pipelines/pipelines'
import { Input, NumberInput, Radio, Stack } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { EntityForm } from '../../../ui/form/entity-form.tsx'
import { FormDialog, type useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { useEntityForm } from '../../../ui/form/use-entity-form.ts'
import { pipelineSource, STAGE_MATCHES, type Stage, type StageMatch, stagesOf } from '../model/pipeline-source.ts'
import { hasComments } from '../model/source-text.ts'
import { useUpdatePipeline } from '../pipeline-actions.tsx'
import { RulePicker } from './rule-picker.tsx'

export interface StageSubject {
  readonly pipeline: PipelineSource
  readonly stage: Stage
  readonly isNew: boolean
}

interface StageValues {
  readonly stage: number | string
  readonly match: StageMatch
  readonly rules: readonly string[]
}

export function StageDialog({ subject, isOpen, close }: ReturnType<typeof useFormDialog<StageSubject>>) {
  const t = useText()
  if (subject === undefined) return null
  const { stage, isNew } = subject
  const title = t(isNew ? 'pipelines.stage.addOf' : 'pipelines.stage.edit', { number: stage.stage })
  return (
    <FormDialog isOpen={isOpen} close={close} title={title}>
      <StageForm {...subject} />
    </FormDialog>
  )
}

/** Number, match mode and rules of a stage. Saving writes the whole source again. */
function StageForm({ pipeline, stage, isNew }: StageSubject) {
  const t = useText()
  const update = useUpdatePipeline(pipeline)
  const others = stagesOf(pipeline).filter((one) => isNew || one.stage !== stage.stage)
  const problem = (number: number | string) => {
    if (!Number.isSafeInteger(number)) return t('pipelines.stage.number.invalid')
    return others.some((one) => one.stage === number) && t('pipelines.stage.number.taken')
  }
  const form = useEntityForm<StageValues, PipelineSource>({
    isNew,
    initial: stage,
    labels: { stage: t('pipelines.stage.number') },
    problems: (values) => ({ stage: problem(values.stage) }),
    save: (values) => {
      const edited = { ...values, stage: Number(values.stage) }
      return update.mutateAsync({ source: pipelineSource(pipeline.title ?? '', [...others, edited]) })
    },
  })
  return (
    <EntityForm form={form}>
      <NumberInput
        label={t('pipelines.stage.number')}
        description={t('pipelines.stage.number.help')}
        required
        data-autofocus
        {...form.choice('stage')}
        error={problem(form.values.stage)}
      />
      <Radio.Group label={t('pipelines.stage.match')} {...form.choice('match')}>
        <Stack gap="xs" mt={4}>
          {STAGE_MATCHES.map((match) => (
            <Radio key={match} value={match} label={t(`pipelines.stage.match.${match}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <Input.Wrapper label={t('pipelines.stage.pick')} labelElement="div">
        <RulePicker rules={form.values.rules} onChange={(rules) => form.change({ rules })} />
      </Input.Wrapper>
      {hasComments(pipeline.source) && <Dimmed>{t('pipelines.stage.comments')}</Dimmed>}
    </EntityForm>
  )
}
