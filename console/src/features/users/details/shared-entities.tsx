import { CAPABILITIES, type Capability, type EntityRef, parseGrn } from '@logyard/contract/identity/shares'
import { pageUsers } from '@logyard/contract/identity/users'
import { Group, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { EntityLink } from '../../../base/routes/entity-link.tsx'
import { sharedEntityPage } from '../../../base/routes/entity-pages.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { type ListState, useListState } from '../../../ui/data-table/list-state.ts'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { userSharesQuery } from '../user-queries.ts'

type SharedEntity = EntityRef & { readonly capability: Capability | undefined }

/** The GRN types of shareable entities. */
const ENTITY_TYPES = ['stream', 'dashboard', 'search', 'event_definition', 'notification'] as const
const FILTERS = ['entity_type', 'capability']
const PAGE_SIZES = [5, 10, 30]
const SEARCH_HELP = { fields: ['title'], example: 'payments' }

/** Everything shared with a user, directly or through Everyone. */
export function SharedEntities({ userId }: { userId: string }) {
  const t = useText()
  const list = useListState({ filters: FILTERS, pageSizes: PAGE_SIZES, sort: 'title' })
  const shares = useQuery(userSharesQuery(useCall(), userId, list))
  const columns = useSharedEntityColumns()
  return (
    <>
      {shares.data !== undefined && <Dimmed>{t('users.shared.found', { total: shares.data.total })}</Dimmed>}
      <DataTable
        label={t('users.shared')}
        list={list}
        result={shares}
        columns={columns}
        rowId={(entity) => entity.id}
        rowName={(entity) => entity.title}
        searchHelp={SEARCH_HELP}
        filters={<Filters list={list} />}
        empty={{ title: t('users.shared.none'), text: t('users.shared.none.text') }}
      />
    </>
  )
}

function Filters({ list }: { list: ListState }) {
  const t = useText()
  return (
    <Group gap="xs">
      <Select
        size="xs"
        w={170}
        aria-label={t('users.shared.type')}
        placeholder={t('users.shared.type')}
        clearable
        clearButtonProps={{ 'aria-label': t('users.shared.type.clear') }}
        data={ENTITY_TYPES.map((type) => ({ value: type, label: t(`users.entity.${type}`) }))}
        value={list.filters['entity_type'] ?? null}
        onChange={(type) => list.filter('entity_type', type ?? undefined)}
      />
      <Select
        size="xs"
        w={140}
        aria-label={t('users.shared.capability')}
        placeholder={t('users.shared.capability')}
        clearable
        clearButtonProps={{ 'aria-label': t('users.shared.capability.clear') }}
        data={CAPABILITIES.map((capability) => ({ value: capability, label: t(`users.capability.${capability}`) }))}
        value={list.filters['capability'] ?? null}
        onChange={(capability) => list.filter('capability', capability ?? undefined)}
      />
    </Group>
  )
}

function useSharedEntityColumns(): readonly Column<SharedEntity>[] {
  const t = useText()
  const canList = useMay()(pageUsers)
  return [
    {
      id: 'title',
      header: t('users.shared.name'),
      sortKey: 'title',
      cell: ({ id, title }) => (
        <EntityLink page={sharedEntityPage(id)}>
          <span translate="no">{title}</span>
        </EntityLink>
      ),
    },
    {
      id: 'type',
      header: t('users.shared.type'),
      cell: ({ type, id }) => <EntityType type={parseGrn(id)?.type ?? type} />,
    },
    {
      id: 'owners',
      header: t('users.shared.owner'),
      cell: ({ owners }) => (
        <Group gap="xs" translate="no">
          {owners.map((owner) => {
            const id = parseGrn(owner.id)
            const isLink = canList && id?.type === 'user'
            return isLink ? (
              <AppLink key={owner.id} to={routes.users.show(id.id)}>
                {owner.title}
              </AppLink>
            ) : (
              <span key={owner.id}>{owner.title}</span>
            )
          })}
        </Group>
      ),
    },
    {
      id: 'capability',
      header: t('users.shared.capability'),
      cell: ({ capability }) => (capability === undefined ? '-' : t(`users.capability.${capability}`)),
    },
  ]
}

function EntityType({ type }: { type: string }) {
  const t = useText()
  const known = ENTITY_TYPES.find((one) => one === type)
  return known === undefined ? <span translate="no">{type}</span> : <span>{t(`users.entity.${known}`)}</span>
}
