import { ActionIcon, Box, Group, Text, UnstyledButton } from '@mantine/core'
import { IconGripVertical, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useText } from '../../base/text/text.tsx'
import classes from './sortable-list.module.css'
import { useEntryFocus } from './use-entry-focus.ts'

export interface SortableListProps<Item> {
  readonly label: string
  readonly items: readonly Item[]
  readonly nameOf: (item: Item) => string
  /** A few words beside the name. */
  readonly hintOf?: (item: Item) => string | undefined
  readonly onChange: (items: Item[]) => void
  /** Entries are only moved, never removed. */
  readonly isFixedSet?: boolean
  /** A control of the entry, at its end. */
  readonly controlOf?: (item: Item) => ReactNode
  /** An entry that is added at the end is open at first. */
  readonly opensAdded?: boolean
  /** The settings of the open entry; absent if entries have none. */
  readonly settings?: (item: Item, replace: (item: Item) => void) => ReactNode
}

/** Entries in an order that the user chooses by drag and drop or with the arrow keys. A click opens the settings. */
export function SortableList<Item>(props: SortableListProps<Item>) {
  const { label, items, nameOf, hintOf, onChange, isFixedSet = false, settings, controlOf, opensAdded = false } = props
  const [open, setOpen] = useState<number>()
  const [dragged, setDragged] = useState<number>()
  const [length, setLength] = useState(items.length)
  if (items.length !== length) {
    setLength(items.length)
    if (opensAdded && items.length > length) setOpen(items.length - 1)
  }
  const { list, focusNext } = useEntryFocus()
  const move = (from: number, to: number) => {
    const item = items[from]
    if (item === undefined || to < 0 || to >= items.length || from === to) return
    onChange(items.toSpliced(from, 1).toSpliced(to, 0, item))
    setOpen(undefined)
  }
  if (items.length === 0) return null
  return (
    <ul ref={list} style={{ display: 'grid', gap: 3 }} aria-label={label}>
      {items.map((item, index) => {
        const name = nameOf(item)
        const isOpen = open === index
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the same field may be listed twice; its position identifies it
            key={`${index}|${name}`}
            className={classes['entry']}
            data-dragged={dragged === index || undefined}
            onDragOver={(event) => dragged !== undefined && event.preventDefault()}
            onDrop={() => dragged !== undefined && move(dragged, index)}
          >
            <Entry
              name={name}
              hint={hintOf?.(item)}
              control={controlOf?.(item)}
              isOpen={settings === undefined ? undefined : isOpen}
              onOpen={() => setOpen(isOpen ? undefined : index)}
              onDrag={(isDragged) => setDragged(isDragged ? index : undefined)}
              onStep={(step) => {
                focusNext(Math.min(Math.max(index + step, 0), items.length - 1), 'grip')
                move(index, index + step)
              }}
              onRemove={
                isFixedSet
                  ? undefined
                  : () => {
                      setOpen(undefined)
                      focusNext(Math.min(index, items.length - 2), 'remove')
                      onChange(items.toSpliced(index, 1))
                    }
              }
            />
            {isOpen && (
              <Box px="xs" pt={4} pb="xs">
                {settings?.(item, (next) => onChange(items.with(index, next)))}
              </Box>
            )}
          </li>
        )
      })}
    </ul>
  )
}

interface EntryProps {
  readonly name: string
  readonly hint: string | undefined
  readonly control: ReactNode
  /** `undefined` if entries have no settings. */
  readonly isOpen: boolean | undefined
  readonly onOpen: () => void
  readonly onDrag: (isDragged: boolean) => void
  readonly onStep: (step: 1 | -1) => void
  readonly onRemove: (() => void) | undefined
}

function Entry({ name, hint, control, isOpen, onOpen, onDrag, onStep, onRemove }: EntryProps) {
  const t = useText()
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    onStep(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        size="sm"
        style={{ cursor: 'grab' }}
        aria-label={t('ui.sortable.move', { name })}
        data-control="grip"
        draggable
        onDragStart={() => onDrag(true)}
        onDragEnd={() => onDrag(false)}
        onKeyDown={onKey}
      >
        <IconGripVertical size={14} />
      </ActionIcon>
      {isOpen === undefined ? (
        <Text size="sm" className={classes['entryName'] ?? ''} translate="no">
          {name}
        </Text>
      ) : (
        <UnstyledButton className={classes['entryName'] ?? ''} aria-expanded={isOpen} onClick={onOpen}>
          <span translate="no">{name}</span> <small>{hint}</small>
        </UnstyledButton>
      )}
      {control}
      {onRemove !== undefined && (
        <ActionIcon size="sm" aria-label={t('ui.sortable.remove', { name })} data-control="remove" onClick={onRemove}>
          <IconX size={14} />
        </ActionIcon>
      )}
    </Group>
  )
}
