import { ColorInput, Group, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import type { EntityForm } from '../../../ui/form/use-entity-form.ts'
import { collectorLabel } from '../model/operating-system.ts'
import { allCollectorsQuery } from '../sidecar-queries.ts'
import { TagsField } from '../tags-field.tsx'
import type { ConfigurationValues } from './configuration-values.ts'

interface ConfigurationFieldsProps {
  readonly form: EntityForm<ConfigurationValues>
  readonly usedBy: number
  /** A collector was chosen, whose template may be wanted. */
  readonly onDefaultTemplate: (collectorId: string) => Promise<void>
}

const SWATCHES = ['#FFFFFF', '#9AA5B1', '#2F9E75', '#3B82C4', '#8B5CF6', '#D9480F', '#E8A317', '#C92A2A']

export function ConfigurationFields({ form, usedBy, onDefaultTemplate }: ConfigurationFieldsProps) {
  const t = useText()
  const collectors = useQuery(allCollectorsQuery(useCall())).data
  const options = (collectors ?? []).map((one) => ({ value: one.id, label: collectorLabel(one) }))
  const chosen = form.values.collector_id
  return (
    <>
      <Group gap="md" align="flex-start" grow preventGrowOverflow={false}>
        <TextInput
          flex="3 1 220px"
          label={t('sidecars.name')}
          required
          autoComplete="off"
          spellCheck={false}
          translate="no"
          {...form.text('name')}
        />
        <ColorInput
          flex="1 1 150px"
          label={t('sidecars.color')}
          required
          format="hex"
          swatches={SWATCHES}
          withEyeDropper={false}
          translate="no"
          {...form.choice('color')}
        />
      </Group>
      <Select
        label={t('sidecars.collectors.one')}
        description={
          usedBy > 0 ? t('sidecars.configuration.inUse', { count: usedBy }) : t('sidecars.configuration.collector.help')
        }
        placeholder={t('sidecars.configuration.collector.choose')}
        required
        searchable
        allowDeselect={false}
        disabled={collectors === undefined || usedBy > 0}
        attributes={{ dropdown: { translate: 'no' }, input: { translate: 'no' } }}
        data={options}
        {...form.choice('collector_id')}
        value={options.some(({ value }) => value === chosen) ? chosen : null}
        onChange={(collectorId) => {
          if (collectorId === null || collectorId === chosen) return
          form.change({ collector_id: collectorId })
          void onDefaultTemplate(collectorId)
        }}
      />
      <TagsField
        label={t('ui.optional', { label: t('sidecars.tags') })}
        description={t('sidecars.configuration.tags.help')}
        {...form.choice('tags')}
      />
    </>
  )
}
