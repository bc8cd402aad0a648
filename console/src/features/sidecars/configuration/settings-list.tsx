import { IconCopy, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import type { DataTableProps } from '../../../ui/data-table/data-table-props.ts'
import { useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { allowed, deleteAction, editAction } from '../../../ui/menu/ready-actions.tsx'
import { CopyDialog, type CopyDialogProps, type Named } from './copy-dialog.tsx'

interface SettingsListProps<Row extends Named>
  extends Pick<DataTableProps<Row>, 'list' | 'result' | 'columns' | 'rowName' | 'searchHelp'>,
    Pick<CopyDialogProps<Row>, 'check' | 'copy'> {
  readonly kind: 'collectors' | 'configurations'
  readonly icon: ReactNode
  readonly pages: { readonly create: () => string; readonly edit: (id: string) => string }
  /** The permissions of the user. */
  readonly may: Readonly<Record<'create' | 'edit' | 'copy' | 'remove', boolean>>
  readonly remove: (row: Row) => unknown
}

/** The collectors, or their configurations. */
export function SettingsList<Row extends Named>(props: SettingsListProps<Row>) {
  const { kind, icon, pages, may, remove, check, copy, ...table } = props
  const t = useText()
  const dialog = useFormDialog<Row>()
  const create = may.create && (
    <LinkButton size="xs" to={pages.create()} leftSection={<IconPlus size={14} />}>
      {t(`sidecars.${kind}.create`)}
    </LinkButton>
  )
  return (
    <>
      <DataTable<Row>
        label={t(`sidecars.${kind}`)}
        {...table}
        rowId={({ id }) => id}
        hasHistory
        rowActions={(row) =>
          allowed(
            may.edit && editAction(t('sidecars.edit'), { to: pages.edit(row.id) }),
            may.copy && { label: t('sidecars.clone'), icon: <IconCopy size={15} />, onClick: () => dialog.open(row) },
            may.remove && deleteAction(t('sidecars.delete'), () => remove(row)),
          )
        }
        filters={create}
        empty={{ icon, title: t(`sidecars.${kind}.none`), text: t(`sidecars.${kind}.none.text`), action: create }}
      />
      <CopyDialog dialog={dialog} kind={kind} check={check} copy={copy} />
    </>
  )
}
