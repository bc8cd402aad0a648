import type { Capability, ShareState } from '@logyard/contract/identity/shares'
import { Badge, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useText } from '../base/text/text.tsx'
import { DataTable } from '../ui/data-table/data-table.tsx'
import type { Column } from '../ui/data-table/data-table-props.ts'
import { useInnerListState } from '../ui/data-table/list-state.ts'
import { RemoveButton } from '../ui/remove-button.tsx'
import { CapabilitySelect } from './capability-select.tsx'
import type { Collaborator } from './collaborators.ts'
import { GranteeIcon } from './grantee-icon.tsx'
import classes from './share-dialog.module.css'

export interface CollaboratorListProps {
  readonly typeName: string
  readonly collaborators: readonly Collaborator[]
  readonly capabilities: ShareState['available_capabilities']
  readonly isChecking: boolean
  readonly onCapability: (grantee: string, capability: Capability) => void
  readonly onRemove: (grantee: string) => void
}

const PAGE_SIZES = [10, 50, 100]

export function CollaboratorList(props: CollaboratorListProps) {
  const { typeName, collaborators, capabilities, isChecking, onCapability, onRemove } = props
  const t = useText()
  const list = useInnerListState({ pageSizes: PAGE_SIZES })
  const start = (list.page - 1) * list.perPage
  const rows = collaborators.slice(start, start + list.perPage)
  const nameOf = ({ id, grantee }: Collaborator) => grantee?.title ?? id
  const columns: readonly Column<Collaborator>[] = [
    { id: 'name', header: t('sharing.grantee'), cell: (row) => <Name collaborator={row} /> },
    {
      id: 'capability',
      header: t('sharing.capability'),
      hasControls: true,
      cell: (row) => (
        <CapabilitySelect
          hiddenLabel={t('sharing.capabilityOf', { name: nameOf(row) })}
          capabilities={capabilities}
          value={row.capability}
          onChange={(capability) => onCapability(row.id, capability)}
        />
      ),
    },
    {
      id: 'remove',
      header: t('ui.list.actions'),
      hasControls: true,
      align: 'right',
      cell: (row) => (
        <RemoveButton label={t('sharing.remove', { name: nameOf(row) })} onClick={() => onRemove(row.id)} />
      ),
    },
  ]
  return (
    <DataTable
      label={t('sharing.collaborators')}
      list={list}
      result={{
        data: { rows, total: collaborators.length },
        error: null,
        isFetching: isChecking,
        refetch: () => undefined,
      }}
      columns={columns}
      rowId={(row) => row.id}
      rowName={nameOf}
      isHighlighted={(row) => row.change === 'new'}
      empty={{ title: t('sharing.none', { type: typeName }) }}
    />
  )
}

function Name({ collaborator: { id, grantee, change } }: { collaborator: Collaborator }) {
  const t = useText()
  if (grantee === undefined) {
    return (
      <Text span inherit c="var(--mantine-color-error)" className={classes['title'] ?? ''}>
        <IconAlertTriangle size={16} aria-hidden />
        {t('sharing.notFound', { grn: id })}
      </Text>
    )
  }
  return (
    <span className={classes['title']}>
      <GranteeIcon type={grantee.type} />
      <span translate="no">{grantee.title}</span>
      {change === 'new' && <Badge miw="max-content">{t('sharing.new')}</Badge>}
      {change === 'changed' && (
        <Badge miw="max-content" color="amber">
          {t('sharing.changed')}
        </Badge>
      )}
    </span>
  )
}
