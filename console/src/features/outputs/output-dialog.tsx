import type { AvailableOutput, OutputSummary } from '@logyard/contract/outputs/outputs'
import { useRichText, useText } from '../../base/text/text.tsx'
import { initialConfiguration } from '../../ui/configured-form/configuration-values.ts'
import { ConfiguredForm } from '../../ui/configured-form/configured-form.tsx'
import { useConfiguredForm } from '../../ui/configured-form/use-configured-form.ts'
import { FormDialog, type useFormDialog } from '../../ui/form/form-dialog.tsx'
import { useAssignOutput, useCreateOutput, useUpdateOutput } from './output-actions.ts'

export interface OutputSubject {
  readonly type: AvailableOutput
  /** Absent for a new output. */
  readonly output?: OutputSummary
}

interface OutputDialogProps extends Omit<ReturnType<typeof useFormDialog<OutputSubject>>, 'open'> {
  /** A new output is assigned to this stream. */
  readonly streamId?: string | undefined
}

/** The form to create or edit an output. */
export function OutputDialog({ subject, streamId, ...dialog }: OutputDialogProps) {
  const t = useText()
  const rich = useRichText()
  if (subject === undefined) return null
  const { output } = subject
  return (
    <FormDialog
      {...dialog}
      title={
        output === undefined
          ? t('outputs.form.create')
          : rich('outputs.form.edit', { title: <span translate="no">{output.title}</span> })
      }
      leaveText={t('outputs.form.leave')}
    >
      <OutputForm {...subject} streamId={streamId} />
    </FormDialog>
  )
}

/** An output's title, and the configuration that its type defines. */
function OutputForm({ type, output, streamId }: OutputSubject & Pick<OutputDialogProps, 'streamId'>) {
  const t = useText()
  const { requested_configuration: request } = type
  const isNew = output === undefined
  const create = useCreateOutput()
  const update = useUpdateOutput(output?.id ?? '')
  const assign = useAssignOutput(streamId ?? '')
  const save = isNew ? create : update
  const form = useConfiguredForm({
    request,
    isNew,
    initial: { title: output?.title ?? '', configuration: initialConfiguration(request, output?.configuration) },
    labels: { title: t('outputs.form.title') },
    titleRequired: t('outputs.form.titleRequired'),
    failedTitle: t(isNew ? 'outputs.toast.create.failed.title' : 'outputs.toast.update.failed.title'),
    async save(draft) {
      const { id } = await save.mutateAsync({ ...draft, type: type.type })
      // If only the assignment fails, the output exists: the toast says so, and the list offers to assign it.
      if (isNew && streamId !== undefined) await assign.mutateAsync(id).catch(() => undefined)
    },
  })
  return (
    <ConfiguredForm
      form={form}
      request={request}
      label={t('outputs.form')}
      title={{ description: isNew ? t('outputs.form.title.help') : undefined, ...form.text('title') }}
    />
  )
}
