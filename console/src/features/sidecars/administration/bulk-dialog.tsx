/** The bulk actions on rows; each opens a dialog. */
import type { ConfigurationSummary } from '@logyard/contract/sidecars/configurations'
import type { ReactNode } from 'react'
import { useText } from '../../../base/text/text.tsx'
import type { BulkAction } from '../../../ui/data-table/data-table-props.ts'
import { FormDialog, useFormDialog } from '../../../ui/form/form-dialog.tsx'
import type { AdministeredRow } from './administration-query.ts'
import { ConfigureForm } from './configure-form.tsx'
import { ProcessForm } from './process-form.tsx'
import { TagsForm } from './tags-form.tsx'

interface Asked {
  readonly kind: 'replace' | 'add' | 'start' | 'restart' | 'stop' | 'tags'
  readonly rows: readonly AdministeredRow[]
  readonly answer: (isDone: boolean) => void
}

/** The bulk actions, and the dialog that the last one opened. */
export function useBulkDialog() {
  const t = useText()
  const dialog = useFormDialog<Asked>()
  const action = (kind: Asked['kind'], label: string): BulkAction<AdministeredRow> => ({
    label,
    run: (rows) => new Promise((answer) => dialog.open({ kind, rows, answer })),
  })
  return {
    dialog,
    actions: [
      action('replace', t('sidecars.configure.replace')),
      action('add', t('sidecars.configure.add')),
      action('start', t('sidecars.process.start')),
      action('restart', t('sidecars.process.restart')),
      action('stop', t('sidecars.process.stop')),
      action('tags', t('sidecars.tags')),
    ],
  }
}

interface BulkDialogProps {
  readonly dialog: ReturnType<typeof useFormDialog<Asked>>
  readonly configurations: readonly ConfigurationSummary[]
}

export function BulkDialog({ dialog: { subject, isOpen, close }, configurations }: BulkDialogProps) {
  const t = useText()
  if (subject === undefined) return null
  const { kind, rows, answer } = subject
  const form = { rows, onDone: () => answer(true) }
  const leave = () => {
    // After a save it is answered already, which this does not change.
    answer(false)
    close()
  }
  const dialog = (title: string, content: ReactNode) => (
    <FormDialog isOpen={isOpen} close={leave} title={title}>
      {content}
    </FormDialog>
  )
  if (kind === 'tags') return dialog(t('sidecars.tags.edit'), <TagsForm {...form} />)
  if (kind === 'replace' || kind === 'add') {
    const content = <ConfigureForm {...form} mode={kind} configurations={configurations} />
    return dialog(t(`sidecars.configure.${kind}.title`), content)
  }
  return dialog(t(`sidecars.process.${kind}.title`), <ProcessForm {...form} action={kind} />)
}
