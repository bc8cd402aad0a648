import { Button, Group } from '@mantine/core'
import { IconFolderPlus, IconPlus } from '@tabler/icons-react'
import { useRichText, useText } from '../../../../base/text/text.tsx'
import { TypedSelect } from '../../../../ui/typed-select.tsx'
import { type ConditionGroup, newGroup, newRow, opposite, withItem } from '../../model/condition-tree.ts'
import classes from '../condition.module.css'
import { ConditionRowEditor } from './condition-row-editor.tsx'

const MATCHES = ['all', 'any'] as const

interface ConditionGroupEditorProps {
  readonly root: ConditionGroup
  readonly group: ConditionGroup
  readonly fields: readonly string[]
  readonly labelledBy?: string
  /** Called with the changed root. */
  readonly onChange: (root: ConditionGroup) => void
}

/** Rows and inner groups, all or any of which must be met. */
export function ConditionGroupEditor({ root, group, fields, labelledBy, onChange }: ConditionGroupEditorProps) {
  const t = useText()
  const isRoot = root.id === group.id
  const replace = (next: ConditionGroup) => onChange(isRoot ? next : withItem(root, group.id, () => next))
  const add = (item: ConditionGroup['items'][number]) => replace({ ...group, items: [...group.items, item] })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot hold the select in the sentence
    <div
      role="group"
      className={classes['group']}
      data-inner={isRoot ? undefined : true}
      {...(labelledBy === undefined
        ? { 'aria-label': t('definitions.conditions.group') }
        : { 'aria-labelledby': labelledBy })}
    >
      <MatchChoice group={group} onChange={replace} />
      {group.items.map((item, place) =>
        item.kind === 'group' ? (
          <ConditionGroupEditor key={item.id} root={root} group={item} fields={fields} onChange={onChange} />
        ) : (
          <ConditionRowEditor
            key={item.id}
            row={item}
            place={place + 1}
            fields={fields}
            onChange={(next) => onChange(withItem(root, item.id, () => next))}
            onRemove={() => onChange(withItem(root, item.id, () => undefined))}
          />
        ),
      )}
      <Group gap="xs">
        <Button size="compact-sm" variant="default" leftSection={<IconPlus size={14} />} onClick={() => add(newRow())}>
          {t('definitions.conditions.addRow')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconFolderPlus size={14} />}
          onClick={() => add(newGroup(opposite(group.match)))}
        >
          {t('definitions.conditions.addGroup')}
        </Button>
      </Group>
    </div>
  )
}

function MatchChoice({ group, onChange }: { group: ConditionGroup; onChange: (group: ConditionGroup) => void }) {
  const t = useText()
  const rich = useRichText()
  return (
    <Group gap="xs" fz="sm">
      {rich('definitions.conditions.sentence', {
        match: (
          <TypedSelect
            size="xs"
            aria-label={t('definitions.conditions.match')}
            choices={MATCHES}
            labelOf={(match) => t(`definitions.conditions.match.${match}`)}
            value={group.match}
            onChange={(match) => onChange({ ...group, match })}
          />
        ),
      })}
    </Group>
  )
}
