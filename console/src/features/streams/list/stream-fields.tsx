/** The fields and checks that the forms of new and of stored streams share. */
import type { IndexSet } from '@logyard/contract/store/index-sets'
import { Checkbox, Select } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import type { EntityForm } from '../../../ui/form/use-entity-form.ts'

export interface StreamValues {
  readonly title: string
  readonly description: string
  readonly index_set_id: string
  readonly remove_matches_from_default_stream: boolean
}

export const trimmed = <Values extends StreamValues>(values: Values): Values => ({
  ...values,
  title: values.title.trim(),
  description: values.description.trim(),
})

/** The names of the fields and their checks. */
export function useStreamChecks(indexSets: readonly IndexSet[]) {
  const t = useText()
  return {
    labels: {
      title: t('streams.form.title'),
      description: t('streams.form.description.optional'),
      index_set_id: t('streams.form.indexSet'),
      rules: t('streams.rules'),
    },
    problems: ({ title, index_set_id }: StreamValues) => ({
      title: title.trim() === '' && t('streams.form.error.title'),
      index_set_id: !indexSets.some(({ id }) => id === index_set_id) && t('streams.form.error.indexSet'),
    }),
    failedTitle: t('streams.form.notSaved'),
  }
}

interface RoutingFieldsProps {
  readonly form: EntityForm<StreamValues>
  readonly indexSets: readonly IndexSet[]
}

/** The fields for the index set of the messages, and for removing them from the default stream. */
export function RoutingFields({ form, indexSets }: RoutingFieldsProps) {
  const t = useText()
  return (
    <>
      <Select
        label={t('streams.form.indexSet')}
        nothingFoundMessage={t('streams.form.indexSet.none')}
        required
        allowDeselect={false}
        attributes={{ option: { translate: 'no' } }}
        data={indexSets.map(({ id, title }) => ({ value: id, label: title }))}
        {...form.choice('index_set_id')}
        onChange={(id) => form.change({ index_set_id: id ?? '' })}
      />
      <Checkbox label={t('streams.form.removeMatches')} {...form.flag('remove_matches_from_default_stream')} />
    </>
  )
}
