import { updateSearchesConfig } from '@logyard/contract/search/searches-config'
import { SimpleGrid, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { searchesConfigQuery } from '../../query/time-range/range-queries.ts'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { isZeroPeriod } from '../../ui/time/iso-period.ts'
import { usePeriodText } from '../../ui/time/use-period-text.ts'
import { ConfigurationCard } from './configuration-card.tsx'
import { SearchConfigForm } from './search-config-form.tsx'

/** The search settings: the longest range, the offered ranges, and the fields of surrounding messages. */
export function SearchCard() {
  const t = useText()
  const periodText = usePeriodText()
  const canEdit = useMay()(updateSearchesConfig)
  const config = useQuery(searchesConfigQuery(useCall()))
  const [isOpen, setIsOpen] = useState(false)
  return (
    <ConfigurationCard
      title={t('configurations.search')}
      description={t('configurations.search.description')}
      onUpdate={canEdit && config.isSuccess ? () => setIsOpen(true) : undefined}
    >
      <Loaded query={config} lines={6}>
        {(data) => (
          <>
            <DefinitionList
              items={[
                {
                  label: t('configurations.search.limit'),
                  value: isZeroPeriod(data.query_time_range_limit) ? (
                    <span>{t('configurations.search.noLimit')}</span>
                  ) : (
                    (periodText(data.query_time_range_limit) ?? data.query_time_range_limit)
                  ),
                },
                { label: t('configurations.search.filterFields'), value: data.surrounding_filter_fields.join(', ') },
                { label: t('configurations.search.unanalysed'), value: data.analysis_disabled_fields.join(', ') },
              ]}
            />
            <SimpleGrid cols={{ base: 1, sm: 2 }} mt="md" spacing="lg">
              <Options title={t('configurations.search.relative')} options={data.relative_timerange_options} />
              <Options title={t('configurations.search.surrounding')} options={data.surrounding_timerange_options} />
            </SimpleGrid>
            <FormDialog
              isOpen={isOpen}
              close={() => setIsOpen(false)}
              size="xl"
              title={t('configurations.search.edit')}
            >
              <SearchConfigForm config={data} />
            </FormDialog>
          </>
        )}
      </Loaded>
    </ConfigurationCard>
  )
}

function Options({ title, options }: { title: string; options: Readonly<Record<string, string>> }) {
  const t = useText()
  const periodText = usePeriodText()
  return (
    <div>
      <Text size="sm" fw={550} mb={4}>
        {title}
      </Text>
      <Table aria-label={title}>
        <Table.Tbody>
          {Object.entries(options).map(([period, label]) => (
            <Table.Tr key={period}>
              <Table.Td w={160} translate="no">
                {isZeroPeriod(period) ? t('configurations.period.all') : (periodText(period) ?? period)}
              </Table.Td>
              <Table.Td translate="no">{label}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
