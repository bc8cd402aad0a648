import {
  SEARCHES_CONFIG_KEY,
  type SearchesConfig,
  updateSearchesConfig,
} from '@logyard/contract/search/searches-config'
import { Checkbox, TextInput } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { SEARCHES_CONFIG_QUERY_KEY } from '../../query/time-range/range-queries.ts'
import { useAction } from '../../ui/action/use-action.ts'
import { EntityForm } from '../../ui/form/entity-form.tsx'
import { useEntityForm } from '../../ui/form/use-entity-form.ts'
import { PeriodInput } from './period-input.tsx'
import { RangeOptions } from './range-options.tsx'
import { configOfDraft, DEFAULT_LIMIT, draftOfConfig, validFields } from './search-config-draft.ts'

/** The settings of searches. */
export function SearchConfigForm({ config }: { config: SearchesConfig }) {
  const t = useText()
  const save = useSaveSearchesConfig()
  const labels = {
    limit: t('configurations.search.limitPeriod'),
    relative: t('configurations.search.relative'),
    surrounding: t('configurations.search.surrounding'),
    filterFields: t('configurations.search.filterFields'),
    unanalysedFields: t('configurations.search.unanalysed'),
  }
  const form = useEntityForm({
    isNew: false,
    initial: draftOfConfig(config),
    labels,
    problems: (draft) => {
      const valid = validFields(draft)
      const [invalid, required] = [t('configurations.period.invalid'), t('configurations.required')]
      return {
        limit: !valid.limit && invalid,
        relative: !valid.relative && invalid,
        surrounding: !valid.surrounding && invalid,
        filterFields: !valid.filterFields && required,
        unanalysedFields: !valid.unanalysedFields && required,
      }
    },
    async save(draft) {
      const body = configOfDraft(draft)
      if (body !== undefined) await save.mutateAsync(body)
    },
  })
  const { values, change } = form
  const valid = validFields(values)
  return (
    <EntityForm form={form}>
      <Checkbox
        label={t('configurations.search.enableLimit')}
        checked={values.hasLimit}
        onChange={(event) => change({ hasLimit: event.currentTarget.checked, limit: DEFAULT_LIMIT })}
      />
      {values.hasLimit && (
        <PeriodInput
          label={labels.limit}
          description={t('configurations.search.limitPeriod.help')}
          value={values.limit}
          isValid={valid.limit}
          onChange={(limit) => change({ limit })}
        />
      )}
      <RangeOptions
        label={labels.relative}
        options={values.relative}
        mayBeZero
        onChange={(relative) => change({ relative })}
      />
      <RangeOptions
        label={labels.surrounding}
        options={values.surrounding}
        mayBeZero={false}
        onChange={(surrounding) => change({ surrounding })}
      />
      <TextInput
        label={labels.filterFields}
        description={t('configurations.search.filterFields.help')}
        required
        {...form.text('filterFields')}
        error={!valid.filterFields && t('configurations.required')}
      />
      <TextInput
        label={labels.unanalysedFields}
        description={t('configurations.search.unanalysed.help')}
        required
        {...form.text('unanalysedFields')}
        error={!valid.unanalysedFields && t('configurations.required')}
      />
    </EntityForm>
  )
}

const useSaveSearchesConfig = () =>
  useAction({
    run: (call, body: SearchesConfig) => call(updateSearchesConfig, { body }),
    texts: 'configurations.search',
    done: 'configurations.save.done',
    values: () => ({ key: SEARCHES_CONFIG_KEY }),
    changes: [SEARCHES_CONFIG_QUERY_KEY],
  })
