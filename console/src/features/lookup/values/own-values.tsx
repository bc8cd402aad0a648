import { putLookupValue, type StoredLookupValue } from '@logyard/contract/lookup/lookup-values'
import { Button, Group, Text } from '@mantine/core'
import { IconFileImport, IconList, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import type { BulkAction, Column } from '../../../ui/data-table/data-table-props.ts'
import { useInnerListState } from '../../../ui/data-table/list-state.ts'
import { textColumn, timeColumn } from '../../../ui/data-table/ready-columns.tsx'
import { DimmedWords } from '../../../ui/dimmed.tsx'
import { useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { deleteAction, editAction } from '../../../ui/menu/ready-actions.tsx'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import { RelativeTime } from '../../../ui/time/relative-time.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { useDeleteValue, useDeleteValues, valuesQuery } from './value-actions.ts'
import { ValueDialog } from './value-dialog.tsx'
import { textOfValue } from './value-draft.ts'

const PAGE_SIZES = [10, 50, 100]
const SEARCH_HELP = { fields: ['key', 'value'], example: 'value:web' }

/** The values that Logyard keeps for a data adapter, as a table to edit. */
export function OwnValues({ adapterId }: { adapterId: string }) {
  const t = useText()
  const mayEdit = useMay()(putLookupValue, { id: adapterId })
  const list = useInnerListState({ sort: 'key', pageSizes: PAGE_SIZES })
  const values = useQuery(valuesQuery(useCall(), adapterId, list))
  const entry = useFormDialog<StoredLookupValue | undefined>()
  const file = useFormDialog<true>()
  const columns = useColumns()
  const { rowActions, bulkActions } = useChanges(adapterId, entry.open)
  return (
    <FormSection
      title={t('lookup.values')}
      action={
        mayEdit && (
          <Group gap="xs">
            <Button
              size="xs"
              variant="default"
              leftSection={<IconFileImport size={14} />}
              onClick={() => file.open(true)}
            >
              {t('lookup.values.import')}
            </Button>
            <Button size="xs" leftSection={<IconPlus size={14} />} onClick={() => entry.open(undefined)}>
              {t('lookup.values.add')}
            </Button>
          </Group>
        )
      }
    >
      <DataTable
        label={t('lookup.values')}
        list={list}
        result={values}
        columns={columns}
        rowId={({ key }) => key}
        rowName={({ key }) => key}
        rowActions={mayEdit ? rowActions : undefined}
        bulkActions={mayEdit ? bulkActions : undefined}
        searchHelp={SEARCH_HELP}
        empty={{ icon: <IconList />, title: t('lookup.values.none'), text: t('lookup.values.none.text') }}
      />
      <ValueDialog adapterId={adapterId} entry={entry.subject} isOpen={entry.isOpen} close={entry.close} />
      <ImportDialog adapterId={adapterId} isOpen={file.isOpen} close={file.close} />
    </FormSection>
  )
}

function useColumns(): readonly Column<StoredLookupValue>[] {
  const t = useText()
  return [
    {
      ...textColumn<StoredLookupValue>({
        id: 'key',
        header: t('lookup.key'),
        sortKey: 'key',
        text: ({ key }) => key,
        isMono: true,
      }),
      isTitle: true,
    },
    {
      id: 'value',
      header: t('lookup.values.value'),
      sortKey: 'value',
      isWide: true,
      cell: ({ value }) => (
        <Text span inherit ff="monospace" fz="xs" translate="no" title={textOfValue(value)}>
          {Array.isArray(value) ? value.join(', ') : textOfValue(value)}
        </Text>
      ),
    },
    {
      id: 'expires',
      header: t('lookup.values.expires'),
      sortKey: 'expires_at',
      cell: ({ expires_at: at }) =>
        at === null ? (
          <DimmedWords>{t('lookup.values.never')}</DimmedWords>
        ) : (
          <RelativeTime instant={at} every="second" />
        ),
    },
    timeColumn({
      id: 'updated',
      header: t('lookup.values.updated'),
      sortKey: 'updated_at',
      at: ({ updated_at: at }) => at,
    }),
  ]
}

function useChanges(adapterId: string, open: (entry: StoredLookupValue) => void) {
  const t = useText()
  const remove = useDeleteValue(adapterId)
  const removeMany = useDeleteValues(adapterId)
  const rowActions = (entry: StoredLookupValue): readonly RowAction[] => [
    editAction(t('lookup.edit'), { onClick: () => open(entry) }),
    deleteAction(t('lookup.delete'), () => remove(entry.key)),
  ]
  const bulkActions: readonly BulkAction<StoredLookupValue>[] = [
    {
      label: t('lookup.delete'),
      isDangerous: true,
      run: (entries) => removeMany(entries.map(({ key }) => key)),
    },
  ]
  return { rowActions, bulkActions }
}
