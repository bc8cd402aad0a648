import type { EntityExcerpt } from '@logyard/contract/content-packs/model-types'
import { ActionIcon, Checkbox } from '@mantine/core'
import { IconArchive, IconChevronRight, IconServer } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../../../base/services/services.tsx'
import { useText } from '../../../../base/text/text.tsx'
import { toggled } from '../../../../ui/data-table/use-selection.ts'
import { Dimmed } from '../../../../ui/dimmed.tsx'
import { FilterInput } from '../../../../ui/form/filter-input.tsx'
import { Loaded } from '../../../../ui/page/loaded.tsx'
import { catalogQuery } from '../../pack-queries.ts'
import type { PackDraft } from '../draft/pack-draft.ts'
import { type Choice, type EntityGroup, entityGroups, filteredGroups, withSelected } from './entity-groups.ts'
import classes from './entity-tree.module.css'

interface EntityTreeProps {
  readonly draft: PackDraft
  readonly onChange: (changes: Partial<PackDraft>) => void
}

/** Every object that a pack can carry. */
export const EntityTree = (props: EntityTreeProps) => (
  <Loaded query={useQuery(catalogQuery(useCall()))} lines={6}>
    {(catalog) => <Tree {...props} catalog={catalog} />}
  </Loaded>
)

/** The groups of objects, which a filter opens. */
function Tree({ draft, onChange, catalog }: EntityTreeProps & { readonly catalog: readonly EntityExcerpt[] }) {
  const t = useText()
  const [words, setWords] = useState('')
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const groups = filteredGroups(entityGroups(draft, catalog), words)
  const isFiltered = words.trim() !== ''
  const toggle = (type: string) => setOpened((old) => toggled(old, type))
  return (
    <>
      <FilterInput label={t('contentPacks.wizard.filter')} value={words} onChange={setWords} />
      {groups.length === 0 && <Dimmed>{t('ui.list.noMatch')}</Dimmed>}
      <ul className={classes['tree']}>
        {groups.map((group) => (
          <Group
            key={group.type}
            group={group}
            isOpen={isFiltered || opened.has(group.type)}
            hasOrigins={draft.packEntities.length > 0}
            onToggle={() => toggle(group.type)}
            onSelect={(choices, isSelected) => onChange(withSelected(draft, choices, isSelected))}
          />
        ))}
      </ul>
    </>
  )
}

interface GroupProps {
  readonly group: EntityGroup
  readonly isOpen: boolean
  readonly hasOrigins: boolean
  readonly onToggle: () => void
  readonly onSelect: (choices: readonly Choice[], isSelected: boolean) => void
}

function Group({ group: { label, choices }, isOpen, hasOrigins, onToggle, onSelect }: GroupProps) {
  const t = useText()
  const selected = choices.filter(({ isSelected }) => isSelected).length
  return (
    <li>
      <div className={classes['line']}>
        <ActionIcon
          size={24}
          aria-expanded={isOpen}
          aria-label={t('contentPacks.wizard.group', { type: label })}
          onClick={onToggle}
        >
          <IconChevronRight size={14} className={classes['chevron'] ?? ''} data-open={isOpen || undefined} />
        </ActionIcon>
        <Checkbox
          size="xs"
          label={
            <span translate="no">
              {label} ({selected}/{choices.length})
            </span>
          }
          aria-label={t('contentPacks.wizard.selectGroup', { type: label })}
          checked={selected === choices.length}
          indeterminate={selected > 0 && selected < choices.length}
          onChange={() => onSelect(choices, selected < choices.length)}
        />
      </div>
      {isOpen && (
        <ul>
          {choices.map((choice) => (
            <li key={`${choice.origin} ${choice.excerpt.id}`} className={classes['line']}>
              <Checkbox
                size="xs"
                label={<Label choice={choice} hasOrigins={hasOrigins} />}
                checked={choice.isSelected}
                onChange={() => onSelect([choice], !choice.isSelected)}
              />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function Label({ choice: { excerpt, origin }, hasOrigins }: { choice: Choice; hasOrigins: boolean }) {
  const t = useText()
  const Icon = origin === 'pack' ? IconArchive : IconServer
  return (
    <span className={classes['label']}>
      {hasOrigins && <Icon size={14} role="img" aria-label={t(`contentPacks.origin.${origin}`)} />}
      <span translate="no">{excerpt.title === '' ? excerpt.id : excerpt.title}</span>
    </span>
  )
}
