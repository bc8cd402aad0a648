import type { CollectorSummary } from '@logyard/contract/sidecars/collectors'
import type { ConfigurationSummary } from '@logyard/contract/sidecars/configurations'
import { SIDECAR_STATUS } from '@logyard/contract/sidecars/sidecars'
import { Button, Select } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useSetQueryValues } from '../../../base/routes/location.ts'
import { useText } from '../../../base/text/text.tsx'
import type { ListState } from '../../../ui/data-table/list-state.ts'
import { collectorLabel, systemName } from '../model/operating-system.ts'
import { STATUS_NAMES } from '../model/sidecar-status.ts'
import { FILTERS } from './administration-query.ts'

interface AdministrationFiltersProps {
  readonly list: ListState
  readonly collectors: readonly CollectorSummary[]
  readonly configurations: readonly ConfigurationSummary[]
}

/** One choice of each kind; all of them are in the URL. */
export function AdministrationFilters({ list, collectors, configurations }: AdministrationFiltersProps) {
  const t = useText()
  const setValues = useSetQueryValues()
  const systems = [...new Set(collectors.map(({ node_operating_system: system }) => system))]
  const isFiltered = FILTERS.some((name) => list.filters[name] !== undefined)
  const select = (name: (typeof FILTERS)[number], label: string, data: readonly Option[], isData = true) => (
    <Select
      size="xs"
      w={150}
      aria-label={label}
      placeholder={label}
      searchable
      clearable
      attributes={isData ? { dropdown: { translate: 'no' }, input: { translate: 'no' } } : {}}
      data={[...data]}
      value={list.filters[name] ?? null}
      onChange={(value) => list.filter(name, value ?? undefined)}
    />
  )
  return (
    <>
      {select(
        'collector',
        t('sidecars.collectors.one'),
        collectors.map((one) => ({ value: one.id, label: collectorLabel(one) })),
      )}
      {select(
        'configuration',
        t('sidecars.configurations.one'),
        configurations.map(({ id, name }) => ({ value: id, label: name })),
      )}
      {select(
        'status',
        t('sidecars.collectorStatus'),
        STATUS_NAMES.map((name) => ({ value: String(SIDECAR_STATUS[name]), label: t(`sidecars.status.${name}`) })),
        false,
      )}
      {select(
        'os',
        t('sidecars.system'),
        systems.map((system) => ({ value: system, label: systemName(system) })),
      )}
      {isFiltered && (
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconX size={13} />}
          onClick={() => setValues({ ...NO_FILTERS, page: undefined })}
        >
          {t('sidecars.clearFilters')}
        </Button>
      )}
    </>
  )
}

interface Option {
  readonly value: string
  readonly label: string
}

const NO_FILTERS = Object.fromEntries(FILTERS.map((name) => [name, undefined]))
