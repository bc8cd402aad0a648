import type { UrlWhitelistEntry } from '@logyard/contract/url-whitelist/url-whitelist'
import { Flex, Select, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../base/text/text.tsx'
import { Dimmed } from '../ui/dimmed.tsx'
import { ToolButton } from '../ui/tooltip/tool-button.tsx'
import classes from './whitelist.module.css'
import { entryProblems } from './whitelist-problems.ts'

interface WhitelistEntriesProps {
  readonly entries: readonly UrlWhitelistEntry[]
  /** The id of the entry whose title gets the focus. */
  readonly added: string | undefined
  /** Whether a save failed: empty fields are errors from then on. */
  readonly isTried: boolean
  readonly onChange: (entries: readonly UrlWhitelistEntry[]) => void
}

export function WhitelistEntries({ entries, added, isTried, onChange }: WhitelistEntriesProps) {
  const t = useText()
  if (entries.length === 0) {
    return <Dimmed>{t('whitelist.empty')}</Dimmed>
  }
  const change = (id: string, changes: Partial<UrlWhitelistEntry>) =>
    onChange(entries.map((entry) => (entry.id === id ? { ...entry, ...changes } : entry)))
  return (
    <Flex component="ol" direction="column" gap="xs" aria-label={t('whitelist.title')}>
      {entries.map((entry, index) => (
        <Entry
          key={entry.id}
          entry={entry}
          number={index + 1}
          hasFocus={entry.id === added}
          isTried={isTried}
          onChange={(changes) => change(entry.id, changes)}
          onDelete={() => onChange(entries.filter(({ id }) => id !== entry.id))}
        />
      ))}
    </Flex>
  )
}

interface EntryProps {
  readonly entry: UrlWhitelistEntry
  readonly number: number
  readonly hasFocus: boolean
  readonly isTried: boolean
  readonly onChange: (changes: Partial<UrlWhitelistEntry>) => void
  readonly onDelete: () => void
}

function Entry({ entry, number, hasFocus, isTried, onChange, onDelete }: EntryProps) {
  const t = useText()
  /** Fields that the user has left: an empty field is no error before. */
  const [left, setLeft] = useState({ title: false, value: false })
  const problems = entryProblems(entry)
  const shown = (field: 'title' | 'value') => {
    const problem = problems[field]
    if (problem === undefined || (problem === 'required' && !isTried && !left[field])) return undefined
    return t(`whitelist.problem.${problem}`)
  }
  return (
    <li className={classes['entry']}>
      <TextInput
        aria-label={t('whitelist.titleOf', { number })}
        placeholder={t('whitelist.column.title')}
        data-autofocus={hasFocus || undefined}
        autoFocus={hasFocus}
        required
        autoComplete="off"
        translate="no"
        value={entry.title}
        error={shown('title')}
        onBlur={() => setLeft((old) => ({ ...old, title: true }))}
        onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
      />
      <TextInput
        aria-label={t('whitelist.urlOf', { number })}
        placeholder={t('whitelist.column.url')}
        required
        autoComplete="off"
        spellCheck={false}
        translate="no"
        value={entry.value}
        error={shown('value')}
        onBlur={() => setLeft((old) => ({ ...old, value: true }))}
        onChange={({ currentTarget }) => onChange({ value: currentTarget.value })}
      />
      <Select
        aria-label={t('whitelist.typeOf', { number })}
        allowDeselect={false}
        data={[
          { value: 'literal', label: t('whitelist.type.literal') },
          { value: 'regex', label: t('whitelist.type.regex') },
        ]}
        value={entry.type}
        onChange={(type) => onChange({ type: type === 'regex' ? 'regex' : 'literal' })}
      />
      <ToolButton label={t('whitelist.delete', { number })} size="lg" onClick={onDelete}>
        <IconTrash size={16} />
      </ToolButton>
    </li>
  )
}
