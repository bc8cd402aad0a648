import { ActionIcon, Button, Code, Group, Loader, Popover, Stack, Text, TextInput } from '@mantine/core'
import { IconHelp, IconSearch, IconX } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useText } from '../../base/text/text.tsx'
import classes from './data-table.module.css'
import type { BulkAction, SearchHelp } from './data-table-props.ts'
import type { ListState } from './list-state.ts'

interface ToolbarProps<Row> {
  readonly list: ListState
  readonly searchHelp: SearchHelp | 'words' | undefined
  readonly filters: ReactNode
  readonly isUpdating: boolean
  readonly selection:
    | { readonly rows: readonly Row[]; readonly actions: readonly BulkAction<Row>[]; readonly onClear: () => void }
    | undefined
}

export function DataTableToolbar<Row>({ list, searchHelp, filters, isUpdating, selection }: ToolbarProps<Row>) {
  const t = useText()
  if (searchHelp === undefined && filters === undefined && selection === undefined) return null
  return (
    <Group className={classes['toolbar'] ?? ''} gap="sm">
      {/* The key discards a half-typed draft when Back or a link changes the search. */}
      {searchHelp !== undefined && <SearchBox key={list.query} list={list} help={searchHelp} />}
      {filters}
      {isUpdating && <Loader size={16} role="status" aria-label={t('ui.list.updating')} />}
      {selection !== undefined && <SelectionBar {...selection} />}
    </Group>
  )
}

function SearchBox({ list, help }: { list: ListState; help: SearchHelp | 'words' }) {
  const t = useText()
  const [draft, setDraft] = useState(list.query)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    list.search(draft.trim())
  }
  return (
    <search className={classes['search']}>
      <form onSubmit={submit} className={classes['searchForm']}>
        <TextInput
          size="xs"
          className={classes['searchInput'] ?? ''}
          aria-label={t('ui.list.search')}
          placeholder={t('ui.list.placeholder')}
          leftSection={<IconSearch size={14} />}
          rightSection={help === 'words' ? undefined : <SearchHelpButton help={help} />}
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
        />
        <Button size="xs" variant="default" type="submit">
          {t('ui.list.search')}
        </Button>
        {list.query !== '' && (
          <Button size="xs" variant="subtle" color="gray" onClick={() => list.search('')}>
            {t('ui.list.reset')}
          </Button>
        )}
      </form>
    </search>
  )
}

function SearchHelpButton({ help }: { help: SearchHelp }) {
  const t = useText()
  return (
    <Popover position="bottom-start" width={340} shadow="md" withArrow trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t('ui.list.help')}>
          <IconHelp size={15} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('ui.list.help')}>
        <Stack gap="xs">
          <Text size="sm">{t('ui.list.help.syntax')}</Text>
          <Text size="sm">{t('ui.list.help.fields')}</Text>
          <Group gap={4} translate="no">
            {help.fields.map((field) => (
              <Code key={field}>{field}</Code>
            ))}
          </Group>
          <Text size="sm">
            {t('ui.list.help.example')} <Code translate="no">{help.example}</Code>
          </Text>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

function SelectionBar<Row>({ rows, actions, onClear }: NonNullable<ToolbarProps<Row>['selection']>) {
  const t = useText()
  const run = async (action: BulkAction<Row>) => {
    if (await action.run(rows)) onClear()
  }
  return (
    <Group gap="xs" className={classes['selection'] ?? ''}>
      <Text size="sm" fw={550}>
        {t('ui.list.selected', { count: rows.length })}
      </Text>
      {actions.map((action) => (
        <Button
          key={action.label}
          size="compact-xs"
          variant="light"
          color={action.isDangerous ? 'red' : 'spruce'}
          onClick={() => void run(action)}
        >
          {action.label}
        </Button>
      ))}
      <ActionIcon size="sm" variant="subtle" color="gray" aria-label={t('ui.list.clearSelection')} onClick={onClear}>
        <IconX size={14} />
      </ActionIcon>
    </Group>
  )
}
