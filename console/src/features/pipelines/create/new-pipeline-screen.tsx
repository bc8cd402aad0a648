import { Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { statusText } from '../../../api/api-error.ts'
import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import { useLeaveGuard } from '../../../ui/confirm/use-leave-guard.ts'
import { FormErrors } from '../../../ui/form/form-errors.tsx'
import { SaveButton } from '../../../ui/form/save-button.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { FIRST_STAGE, pipelineSource } from '../model/pipeline-source.ts'
import { useCreatePipeline } from '../pipeline-actions.ts'
import { usePipelineCrumbs } from '../use-pipeline-crumbs.ts'

/** A new pipeline gets one empty stage; its page offers the rest. */
export function NewPipelineScreen() {
  const t = useText()
  const go = useGo()
  const create = useCreatePipeline()
  const form = useForm({
    initialValues: { title: '', description: '' },
    validate: { title: (title) => (title.trim() === '' ? t('pipelines.form.title.required') : null) },
  })
  useLeaveGuard(form.isDirty() && !create.isSuccess)
  const submit = form.onSubmit(({ title, description }) =>
    create.mutate(
      { description, source: pipelineSource(title.trim(), [FIRST_STAGE]) },
      { onSuccess: ({ id }) => go(routes.pipelines.show(id ?? ''), { isSaved: true, replace: true }) },
    ),
  )
  return (
    <Page title={t('pipelines.new')} description={t('pipelines.new.hint')} crumbs={usePipelineCrumbs()} width="reading">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('pipelines.form.title')}
            required
            data-autofocus
            autoFocus
            autoComplete="off"
            {...form.getInputProps('title')}
          />
          <TextInput
            label={t('pipelines.form.description')}
            autoComplete="off"
            {...form.getInputProps('description')}
          />
          <FormErrors
            errors={form.errors}
            labels={{ title: t('pipelines.form.title') }}
            general={
              create.error === null
                ? undefined
                : { title: t('pipelines.toast.createFailed.title'), text: statusText(create.error) }
            }
          />
          <Group gap="sm">
            <SaveButton label={t('pipelines.new.save')} isSaving={create.isPending} />
            <LinkButton to={routes.pipelines.list()} variant="default">
              {t('ui.cancel')}
            </LinkButton>
          </Group>
        </Stack>
      </form>
    </Page>
  )
}
