import type { PipelineSource } from '@logyard/contract/pipelines/pipelines'
import { Button, Group, Input, NumberInput, Radio, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useText } from '../../../base/text/text.tsx'
import type { DialogForm } from '../../../ui/form/form-dialog.tsx'
import { SaveButton } from '../../../ui/form/save-button.tsx'
import { pipelineSource, STAGE_MATCHES, type Stage, type StageMatch } from '../model/pipeline-source.ts'
import { hasComments } from '../model/source-text.ts'
import { stagesOf } from '../model/stages-of.ts'
import { useUpdatePipeline } from '../pipeline-actions.ts'
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

/** Number, match mode and rules of a stage. Saving writes the whole source again. */
export function StageForm({ subject, onDirty, onSaved, onCancel }: DialogForm & { subject: StageSubject }) {
  const t = useText()
  const { pipeline, stage, isNew } = subject
  const update = useUpdatePipeline(pipeline.id ?? '')
  const others = stagesOf(pipeline).filter((one) => isNew || one.stage !== stage.stage)
  const form = useForm<StageValues>({
    initialValues: stage,
    onValuesChange: () => onDirty(true),
    validateInputOnChange: ['stage'],
    validate: {
      stage: (number) => {
        if (!Number.isSafeInteger(number)) return t('pipelines.stage.number.invalid')
        return others.some((one) => one.stage === number) ? t('pipelines.stage.number.taken') : null
      },
    },
  })
  const submit = form.onSubmit(({ stage: number, match, rules }) => {
    const edited: Stage = { stage: Number(number), match, rules }
    update.mutate(
      {
        description: pipeline.description ?? '',
        source: pipelineSource(pipeline.title ?? '', [...others, edited]),
      },
      { onSuccess: onSaved },
    )
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <NumberInput
          label={t('pipelines.stage.number')}
          description={t('pipelines.stage.number.help')}
          required
          data-autofocus
          allowDecimal={false}
          {...form.getInputProps('stage')}
        />
        <Radio.Group label={t('pipelines.stage.match')} {...form.getInputProps('match')}>
          <Stack gap="xs" mt={4}>
            {STAGE_MATCHES.map((match) => (
              <Radio key={match} value={match} label={t(`pipelines.stage.match.${match}`)} />
            ))}
          </Stack>
        </Radio.Group>
        <Input.Wrapper label={t('pipelines.stage.pick')} labelElement="div">
          <RulePicker rules={form.values.rules} onChange={(rules) => form.setFieldValue('rules', rules)} />
        </Input.Wrapper>
        {hasComments(pipeline.source) && (
          <Text size="sm" c="dimmed">
            {t('pipelines.stage.comments')}
          </Text>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            {t('ui.cancel')}
          </Button>
          <SaveButton
            label={t(isNew ? 'pipelines.stage.add.save' : 'pipelines.stage.save')}
            isSaving={update.isPending}
          />
        </Group>
      </Stack>
    </form>
  )
}
