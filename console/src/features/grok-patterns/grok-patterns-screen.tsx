import {
  createGrokPattern,
  type GrokPattern,
  grokPatternsPaginated,
  updateGrokPattern,
} from '@logyard/contract/grok/grok-patterns'
import { Button, Group, Text } from '@mantine/core'
import { IconFileDownload, IconFileUpload, IconRegex } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Call } from '../../api/api-client.ts'
import { useCommand } from '../../base/page/commands.tsx'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { GROK_PATTERNS_KEY, grokPatternsQuery } from '../../parsing/grok-patterns-query.ts'
import { PatternText } from '../../parsing/pattern-text/pattern-text.tsx'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import type { Column } from '../../ui/data-table/data-table-props.ts'
import type { ListPosition } from '../../ui/data-table/list-state.ts'
import { pageQuery } from '../../ui/data-table/page-query.ts'
import { useEntityList } from '../../ui/data-table/use-entity-list.ts'
import { downloadFile } from '../../ui/download-file.ts'
import { useFormDialog } from '../../ui/form/form-dialog.tsx'
import { deleteAction, editAction } from '../../ui/menu/ready-actions.tsx'
import { Page } from '../../ui/page/page.tsx'
import { useCreateButton } from '../../ui/page/use-create-button.tsx'
import { useDeleteGrokPattern } from './grok-pattern-actions.tsx'
import classes from './grok-patterns.module.css'
import { ImportDialog } from './import-dialog.tsx'
import { PatternDialog } from './pattern-dialog.tsx'
import { writePatternFile } from './pattern-file.ts'

const LIST = { sort: 'name', pageSizes: [10, 50, 100] } as const
const SEARCH_HELP = { fields: ['name', 'pattern'], example: 'pattern:COMMON' }

const pageOfPatterns = (call: Call, position: ListPosition) =>
  pageQuery(call, GROK_PATTERNS_KEY, position, async (call, query) => {
    const { patterns, total } = await call(grokPatternsPaginated, { query })
    return { rows: patterns, total }
  })

/** The named patterns that extractors and pipelines refer to. */
export function GrokPatternsScreen() {
  const t = useText()
  const may = useMay()
  const patterns = useEntityList({ query: pageOfPatterns, failed: 'grok.toast.loadFailed' }, LIST)
  const dialog = useFormDialog<GrokPattern | undefined>()
  const [isImporting, setIsImporting] = useState(false)
  const exportAll = useExport()
  const remove = useDeleteGrokPattern()
  const [mayCreate, mayEdit] = [may(createGrokPattern), may(updateGrokPattern)]
  const create = useCreateButton({
    label: 'grok.create',
    target: () => dialog.open(undefined),
    isAllowed: mayCreate,
  })
  useCommand('grok.import', t('grok.import'), () => setIsImporting(true), mayCreate)
  useCommand('grok.export', t('grok.export'), exportAll)
  const total = patterns.result.data?.total
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
    <Page title={t('grok.title')} description={t('grok.description')} action={actions}>
      <Text size="sm" c="dimmed" mb="sm">
        {total === undefined ? t('ui.loading') : t('grok.found', { total })}
      </Text>
      <DataTable
        label={t('grok.title')}
        {...patterns}
        columns={usePatternColumns()}
        rowId={(pattern) => pattern.id ?? pattern.name}
        rowName={(pattern) => pattern.name}
        hasHistory
        rowActions={
          mayEdit
            ? (pattern) => [
                editAction(t('grok.edit'), { onClick: () => dialog.open(pattern) }),
                deleteAction(t('grok.delete'), () => remove(pattern)),
              ]
            : undefined
        }
        searchHelp={SEARCH_HELP}
        empty={{ icon: <IconRegex />, title: t('grok.empty'), text: t('grok.empty.text'), action: create }}
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
