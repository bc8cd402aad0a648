import { ActionIcon, Button, Group, Loader, Text, TextInput } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { deferred } from '../../base/deferred/deferred.tsx'
import { useText } from '../../base/text/text.tsx'
import classes from './data-table.module.css'
import type { AllMatching, BulkAction, SearchHelp } from './data-table-props.ts'
import type { ListState } from './list-state.ts'

const SearchHelpButton = deferred(() => import('./search-help-button.tsx').then((module) => module.SearchHelpButton))

interface ToolbarProps<Row> {
  readonly list: ListState
  readonly searchHelp: SearchHelp | 'words' | undefined
  /** The name of the things that the search box finds. */
  readonly things: string
  readonly filters: ReactNode
  readonly isUpdating: boolean
  readonly selection: SelectionBarProps<Row> | undefined
}

interface SelectionBarProps<Row> {
  /** Rows on this page. */
  readonly rows: readonly Row[]
  readonly actions: readonly BulkAction<Row>[]
  readonly onClear: () => void
  readonly allMatching: AllMatching<Row> | undefined
  /** Whether the rows of all pages are selected, and whether that is offered. */
  readonly isWhole: boolean
  readonly mayBeWhole: boolean
  readonly onWhole: () => void
}

export function DataTableToolbar<Row>(props: ToolbarProps<Row>) {
  const { list, searchHelp, things, filters, isUpdating, selection } = props
  const t = useText()
  if (searchHelp === undefined && filters === undefined && selection === undefined) return null
  return (
    <Group mb="sm" mih={30} gap="sm">
      {/* The key discards a half-typed draft when Back or a link changes the search. */}
      {searchHelp !== undefined && <SearchBox key={list.query} list={list} help={searchHelp} things={things} />}
      {filters}
      {isUpdating && <Loader size={16} role="status" aria-label={t('ui.list.updating')} />}
      {selection !== undefined && <SelectionBar {...selection} />}
    </Group>
  )
}

/** `Grok patterns` is `grok patterns` within a sentence, and `LDAP users` stays. */
const withinSentence = (label: string) =>
  /^\p{Lu}(?!\p{Lu})/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label

interface SearchBoxProps {
  readonly list: ListState
  readonly help: SearchHelp | 'words'
  readonly things: string
}

/** Not a form: a table may be part of one, and forms cannot be nested. */
function SearchBox({ list, help, things }: SearchBoxProps) {
  const t = useText()
  const [draft, setDraft] = useState(list.query)
  const searchOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    list.search(draft.trim())
  }
  return (
    <search className={classes['search']}>
      <TextInput
        size="xs"
        aria-label={t('ui.list.search')}
        placeholder={t('ui.list.placeholder', { things: withinSentence(things) })}
        leftSection={<IconSearch size={14} />}
        rightSectionWidth={list.query === '' ? 30 : 58}
        rightSection={
          <Group gap={4} wrap="nowrap">
            {list.query !== '' && (
              <ActionIcon size={24} aria-label={t('ui.list.reset')} onClick={() => list.search('')}>
                <IconX size={14} />
              </ActionIcon>
            )}
            {help !== 'words' && <SearchHelpButton help={help} />}
          </Group>
        }
        value={draft}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={searchOnEnter}
      />
    </search>
  )
}

function SelectionBar<Row>({ rows, actions, onClear, allMatching, ...whole }: SelectionBarProps<Row>) {
  const t = useText()
  const [loadingFor, setLoadingFor] = useState<string>()
  const run = async (action: BulkAction<Row>) => {
    if (await action.run(rows)) onClear()
  }
  const runOnAll = async (action: BulkAction<Row>, load: AllMatching<Row>['load']) => {
    setLoadingFor(action.label)
    const all = await load()
    setLoadingFor(undefined)
    if (all !== undefined && (await action.run(all))) onClear()
  }
  return (
    <Group gap="xs" ml="auto">
      <Text size="sm" fw={550}>
        {whole.isWhole && allMatching !== undefined
          ? allMatching.selected
          : t('ui.list.selected', { count: rows.length })}
      </Text>
      {allMatching !== undefined && whole.mayBeWhole && !whole.isWhole && (
        <Button size="compact-xs" variant="default" onClick={whole.onWhole}>
          {allMatching.offer}
        </Button>
      )}
      {actions.map((action) => (
        <Button
          key={action.label}
          size="compact-xs"
          variant="light"
          color={action.isDangerous ? 'red' : 'spruce'}
          loading={loadingFor === action.label}
          disabled={loadingFor !== undefined}
          onClick={() =>
            void (whole.isWhole && allMatching !== undefined ? runOnAll(action, allMatching.load) : run(action))
          }
        >
          {action.label}
        </Button>
      ))}
      <ActionIcon size={24} aria-label={t('ui.list.clearSelection')} onClick={onClear}>
        <IconX size={14} />
      </ActionIcon>
    </Group>
  )
}
