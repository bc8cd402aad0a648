import type { ExtractorSummary } from '@logyard/contract/extractors/extractors'
import type { InputSummary } from '@logyard/contract/ingest/inputs'
import { useText } from '../../../base/text/text.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { EntityForm } from '../../../ui/form/entity-form.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { useEntityForm } from '../../../ui/form/use-entity-form.ts'
import { SortableList } from '../../../ui/sortable-list/sortable-list.tsx'
import { useOrderExtractors } from '../extractor-actions.ts'

interface SortedExtractors {
  readonly input: InputSummary
  readonly extractors: readonly ExtractorSummary[]
}

interface SortDialogProps extends SortedExtractors {
  readonly isOpen: boolean
  readonly close: () => void
}

/** The order in which extractors run: dragged, or moved by the arrow keys, then saved at once. */
export function SortDialog({ isOpen, close, ...sorted }: SortDialogProps) {
  const t = useText()
  return (
    <FormDialog isOpen={isOpen} close={close} title={t('extractors.sort.title', { title: sorted.input.title })}>
      <SortForm {...sorted} />
    </FormDialog>
  )
}

function SortForm({ input, extractors }: SortedExtractors) {
  const t = useText()
  const save = useOrderExtractors(input.id)
  const form = useEntityForm({
    isNew: false,
    initial: { order: extractors },
    labels: {},
    save: ({ order }) => save.mutateAsync(order),
  })
  const { value, onChange } = form.choice('order')
  return (
    <EntityForm form={form}>
      <Dimmed>{t('extractors.sort.text')}</Dimmed>
      <SortableList
        label={t('extractors.sort')}
        items={value}
        nameOf={({ title }) => title}
        isFixedSet
        onChange={onChange}
      />
    </EntityForm>
  )
}
