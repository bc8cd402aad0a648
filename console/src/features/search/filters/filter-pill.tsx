import { CloseButton, Menu, Popover, UnstyledButton } from '@mantine/core'
import {
  IconArrowBarUp,
  IconEdit,
  IconEye,
  IconEyeOff,
  IconPin,
  IconPinnedOff,
  IconReplace,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { ActionItems } from '../../../ui/menu/action-items.tsx'
import { filterOfTerm, isOff } from '../editing/query-filters.ts'
import type { QueryFilter } from '../editing/search-document.ts'
import { FilterEditor } from './filter-editor.tsx'
import { type FilterParts, inverted, partsOf } from './filter-parts.ts'
import classes from './filter-pills.module.css'

interface FilterPillProps {
  readonly filter: QueryFilter
  readonly isPinned: boolean
  readonly onPin: (isPinned: boolean) => void
  readonly onChange: (filter: QueryFilter) => void
  readonly onRemove: () => void
  /** Makes it part of the query text. */
  readonly onMove: () => void
}

const textOf = ({ simple, query }: FilterParts) =>
  simple === undefined ? query : `${simple.field}: ${simple.value === '' ? '""' : simple.value}`

export function FilterPill(props: FilterPillProps) {
  const { filter, isPinned, onChange, onRemove } = props
  const t = useText()
  const [isEditing, setIsEditing] = useState(false)
  const parts = partsOf(filter.query)
  const text = textOf(parts)
  const label = t('searchTools.pill', {
    text: parts.isExcluded ? t('searchTools.pill.excludes', { text }) : text,
    state: isOff(filter) ? 'off' : isPinned ? 'pinned' : 'on',
  })
  return (
    <li
      className={classes['pill']}
      data-off={isOff(filter) || undefined}
      data-excluded={parts.isExcluded || undefined}
      title={filter.query}
    >
      <Popover
        opened={isEditing}
        onChange={setIsEditing}
        position="bottom-start"
        shadow="md"
        trapFocus
        returnFocus
        withRoles={false}
      >
        <Popover.Target>
          <span className={classes['anchor']}>
            <Menu position="bottom-start">
              <Menu.Target>
                <UnstyledButton className={classes['text'] ?? ''} aria-label={label}>
                  {isPinned && <IconPin size={12} aria-hidden />}
                  {parts.isExcluded && <b>NOT</b>}
                  <span translate="no">{text}</span>
                </UnstyledButton>
              </Menu.Target>
              <Menu.Dropdown>
                <PillItems {...props} parts={parts} onEdit={() => setIsEditing(true)} />
              </Menu.Dropdown>
            </Menu>
          </span>
        </Popover.Target>
        <Popover.Dropdown role="dialog" aria-label={t('searchTools.pill.edit')}>
          <FilterEditor
            parts={parts}
            onDone={(query) => {
              setIsEditing(false)
              if (query !== undefined) onChange({ ...filter, query })
            }}
          />
        </Popover.Dropdown>
      </Popover>
      <CloseButton size="xs" aria-label={t('searchTools.pill.removeIt', { text })} onClick={onRemove} />
    </li>
  )
}

interface PillItemsProps extends FilterPillProps {
  readonly parts: FilterParts
  readonly onEdit: () => void
}

function PillItems({ filter, isPinned, parts, onEdit, onPin, onChange, onRemove, onMove }: PillItemsProps) {
  const t = useText()
  const size = 15
  return (
    <ActionItems
      actions={[
        { label: t('searchTools.pill.edit'), icon: <IconEdit size={size} />, onClick: onEdit },
        {
          label: t(parts.isExcluded ? 'searchTools.pill.include' : 'searchTools.pill.exclude'),
          icon: <IconReplace size={size} />,
          onClick: () => onChange({ ...filter, query: inverted(filter.query) }),
        },
        {
          label: t(isOff(filter) ? 'searchTools.pill.on' : 'searchTools.pill.off'),
          icon: isOff(filter) ? <IconEye size={size} /> : <IconEyeOff size={size} />,
          onClick: () => onChange(filterOfTerm(filter.query, !isOff(filter))),
        },
        {
          label: t(isPinned ? 'searchTools.pill.unpin' : 'searchTools.pill.pin'),
          icon: isPinned ? <IconPinnedOff size={size} /> : <IconPin size={size} />,
          onClick: () => onPin(!isPinned),
        },
        !isOff(filter) && {
          label: t('searchTools.pill.move'),
          icon: <IconArrowBarUp size={size} />,
          onClick: onMove,
        },
        { label: t('searchTools.pill.remove'), icon: <IconTrash size={size} />, onClick: onRemove },
      ]}
    />
  )
}
