import { createGrokPattern, type GrokPattern, updateGrokPattern } from '@logyard/contract/grok/grok-patterns'
import { Button, Group, Text } from '@mantine/core'
import { IconFileDownload, IconFileUpload, IconPencil, IconPlus, IconRegex, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useCommand } from '../../base/page/commands.tsx'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { useFailureToast } from '../../base/toasts/use-failure-toast.ts'
import { grokPatternsQuery } from '../../parsing/grok-patterns-query.ts'
import { PatternText } from '../../parsing/pattern-text/pattern-text.tsx'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import type { Column } from '../../ui/data-table/data-table-props.ts'
import { useListState } from '../../ui/data-table/list-state.ts'
import { downloadFile } from '../../ui/download-file.ts'
import { useFormDialog } from '../../ui/form/form-dialog.tsx'
import { Page } from '../../ui/page/page.tsx'
import { grokPatternPageQuery } from './grok-pattern-queries.ts'
import classes from './grok-patterns.module.css'
import { ImportDialog } from './import-dialog.tsx'
import { PatternDialog } from './pattern-dialog.tsx'
import { writePatternFile } from './pattern-file.ts'
import { useRemovePattern } from './use-remove-pattern.tsx'

const LIST = { sort: 'name', pageSizes: [10, 50, 100] } as const
const SEARCH_HELP = { fields: ['name', 'pattern'], example: 'pattern:COMMON' }

/** The named patterns that extractors and pipelines refer to. */
export function GrokPatternsScreen() {
  const t = useText()
  const may = useMay()
  const list = useListState(LIST)
  const patterns = useQuery(grokPatternPageQuery(useCall(), list))
  const dialog = useFormDialog<GrokPattern | undefined>()
  const [isImporting, setIsImporting] = useState(false)
  const exportAll = useExport()
  const columns = usePatternColumns()
  const remove = useRemovePattern()
  useFailureToast(patterns.error, (status) => t('grok.toast.loadFailed', { status }), t('grok.toast.loadFailed.title'))
  const [mayCreate, mayEdit] = [may(createGrokPattern), may(updateGrokPattern)]
  useCommand('grok.create', t('grok.create'), () => dialog.open(undefined), mayCreate)
  useCommand('grok.import', t('grok.import'), () => setIsImporting(true), mayCreate)
  useCommand('grok.export', t('grok.export'), exportAll)
  const create = mayCreate && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => dialog.open(undefined)}>
      {t('grok.create')}
    </Button>
  )
  const actions = (
    <Group gap="sm">
      {mayCreate && (
        <Button variant="default" leftSection={<IconFileUpload size={16} />} onClick={() => setIsImporting(true)}>
          {t('grok.import')}
        </Button>
      )}
      <Button variant="default" leftSection={<IconFileDownload size={16} />} onClick={() => void exportAll()}>
        {t('grok.export')}
      </Button>
      {create}
    </Group>
  )
  return (
    <Page
      title={t('grok.title')}
      description={t('grok.description')}
      action={actions}
      crumbs={[{ label: t('shell.system') }]}
    >
      <Text size="sm" c="dimmed" mb="sm">
        {patterns.data === undefined ? t('ui.loading') : t('grok.found', { total: patterns.data.total })}
      </Text>
      <DataTable
        label={t('grok.title')}
        list={list}
        result={patterns}
        columns={columns}
        rowId={(pattern) => pattern.id ?? pattern.name}
        rowName={(pattern) => pattern.name}
        rowActions={
          mayEdit
            ? (pattern) => [
                {
                  label: t('grok.edit'),
                  icon: <IconPencil size={15} />,
                  isQuick: true,
                  onClick: () => dialog.open(pattern),
                },
                {
                  label: t('grok.delete'),
                  icon: <IconTrash size={15} />,
                  isDangerous: true,
                  onClick: () => void remove(pattern),
                },
              ]
            : undefined
        }
        searchHelp={SEARCH_HELP}
        empty={{
          icon: <IconRegex />,
          title: t('grok.empty'),
          text: t('grok.empty.text'),
          ...(create === false ? {} : { action: create }),
        }}
      />
      <PatternDialog dialog={dialog} />
      {isImporting && <ImportDialog onClose={() => setIsImporting(false)} />}
    </Page>
  )
}

function usePatternColumns(): readonly Column<GrokPattern>[] {
  const t = useText()
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('grok.name'),
        sortKey: 'name',
        isTitle: true,
        cell: ({ name }) => (
          <code className={classes['name']} translate="no">
            {name}
          </code>
        ),
      },
      {
        id: 'pattern',
        header: t('grok.pattern'),
        isWide: true,
        cell: ({ pattern }) => <PatternText pattern={pattern} />,
      },
    ],
    [t],
  )
}

function useExport() {
  const call = useCall()
  const client = useQueryClient()
  return async () => {
    const patterns = await client.fetchQuery({ ...grokPatternsQuery(call), staleTime: 0 })
    downloadFile('grok-patterns.txt', new Blob([writePatternFile(patterns)], { type: 'text/plain' }))
  }
}
