import { ActionIcon, Group, Text, UnstyledButton } from '@mantine/core'
import { IconGripVertical, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useText } from '../../base/text/text.tsx'
import classes from './sortable-list.module.css'

export interface SortableListProps<Item> {
  readonly label: string
  readonly items: readonly Item[]
  readonly nameOf: (item: Item) => string
  /** What stands beside the name, in few words. */
  readonly hintOf?: (item: Item) => string | undefined
  readonly onChange: (items: Item[]) => void
  /** The settings of the entry that is open; absent where entries have none. */
  readonly settings?: (item: Item, replace: (item: Item) => void) => ReactNode
}

/** Chosen entries in their order: moved by their handle, with the mouse or the arrow keys; a click opens the settings. */
export function SortableList<Item>({ label, items, nameOf, hintOf, onChange, settings }: SortableListProps<Item>) {
  const t = useText()
  const [open, setOpen] = useState<number>()
  const [dragged, setDragged] = useState<number>()
  const list = useRef<HTMLUListElement>(null)
  /** What shall have the focus once the entries are drawn anew. */
  const wanted = useRef<{ readonly index: number; readonly control: 'grip' | 'remove' }>(undefined)
  useEffect(() => {
    if (wanted.current === undefined) return
    const { index, control } = wanted.current
    wanted.current = undefined
    list.current?.children.item(index)?.querySelector<HTMLElement>(`[data-control="${control}"]`)?.focus()
  })
  const move = (from: number, to: number) => {
    const item = items[from]
    if (item === undefined || to < 0 || to >= items.length || from === to) return
    onChange(items.toSpliced(from, 1).toSpliced(to, 0, item))
    setOpen(undefined)
  }
  const onKey = (event: KeyboardEvent, index: number) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (step === 0) return
    event.preventDefault()
    wanted.current = { index: Math.min(Math.max(index + step, 0), items.length - 1), control: 'grip' }
    move(index, index + step)
  }
  if (items.length === 0) return null
  return (
    <ul ref={list} className={classes['list']} aria-label={label}>
      {items.map((item, index) => {
        const name = nameOf(item)
        const isOpen = open === index
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the same field may be there twice, its place is its identity
            key={`${index}|${name}`}
            className={classes['entry']}
            data-dragged={dragged === index || undefined}
            onDragOver={(event) => dragged !== undefined && event.preventDefault()}
            onDrop={() => dragged !== undefined && move(dragged, index)}
          >
            <Group gap={4} wrap="nowrap">
              <ActionIcon
                size="sm"
                variant="subtle"
                color="gray"
                className={classes['grip'] ?? ''}
                aria-label={t('widgets.editor.moveEntry', { name })}
                data-control="grip"
                draggable
                onDragStart={() => setDragged(index)}
                onDragEnd={() => setDragged(undefined)}
                onKeyDown={(event) => onKey(event, index)}
              >
                <IconGripVertical size={14} />
              </ActionIcon>
              {settings === undefined ? (
                <Text size="sm" className={classes['entryName'] ?? ''} translate="no">
                  {name}
                </Text>
              ) : (
                <UnstyledButton
                  className={classes['entryName'] ?? ''}
                  aria-expanded={isOpen}
                  onClick={() => setOpen(isOpen ? undefined : index)}
                >
                  <span translate="no">{name}</span> <small>{hintOf?.(item)}</small>
                </UnstyledButton>
              )}
              <ActionIcon
                size="sm"
                variant="subtle"
                color="gray"
                aria-label={t('widgets.editor.removeEntry', { name })}
                data-control="remove"
                onClick={() => {
                  setOpen(undefined)
                  wanted.current = { index: Math.min(index, items.length - 2), control: 'remove' }
                  onChange(items.toSpliced(index, 1))
                }}
              >
                <IconX size={14} />
              </ActionIcon>
            </Group>
            {isOpen && (
              <div className={classes['settings']}>{settings?.(item, (next) => onChange(items.with(index, next)))}</div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
