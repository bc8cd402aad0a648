import { Button, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useText } from '../../base/text/text.tsx'
import type { NamedPattern } from '../pattern-input/pattern-input-props.ts'
import classes from './pattern-picker.module.css'

interface PatternPickerProps {
  /** `undefined` while they load. */
  readonly patterns: readonly NamedPattern[] | undefined
  readonly onPick: (pattern: NamedPattern) => void
}

/** All patterns with a filter: the arrow keys select one, Enter or the button inserts it. */
export function PatternPicker({ patterns, onPick }: PatternPickerProps) {
  const t = useText()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [filter, setFilter] = useState('')
  const [wanted, setWanted] = useState(0)
  const found = filterPatterns(patterns ?? [], filter)
  const active = Math.max(0, Math.min(wanted, found.length - 1))
  const selected = found[active]
  const select = (index: number) => {
    setWanted(index)
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      if (selected !== undefined) onPick(selected)
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    select(Math.max(0, Math.min(active + step, found.length - 1)))
  }
  return (
    <Stack gap={6} miw={0}>
      <TextInput
        label={t('parsing.picker.label')}
        placeholder={t('parsing.picker.filter')}
        leftSection={<IconSearch size={14} />}
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={selected === undefined ? undefined : `${id}-${active}`}
        autoComplete="off"
        value={filter}
        onChange={({ currentTarget }) => {
          setFilter(currentTarget.value)
          setWanted(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t('parsing.picker.label')}
        className={classes['list']}
      >
        {found.map((pattern, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the filter has the focus and the keys
          <div
            key={pattern.name}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className={classes['option']}
            title={pattern.pattern}
            translate="no"
            onClick={() => setWanted(index)}
            onDoubleClick={() => onPick(pattern)}
          >
            <span style={{ flex: 'none' }}>{pattern.name}</span>
            <Text span inherit truncate c="dimmed" miw={0}>
              {pattern.pattern}
            </Text>
          </div>
        ))}
      </div>
      {patterns !== undefined && found.length === 0 && (
        <Text size="xs" c="dimmed" role="status">
          {t('parsing.picker.none')}
        </Text>
      )}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} />}
        disabled={selected === undefined}
        onClick={() => selected !== undefined && onPick(selected)}
      >
        {selected === undefined ? t('parsing.picker.add') : t('parsing.picker.addOne', { name: selected.name })}
      </Button>
    </Stack>
  )
}

/** Names that start with the text first, then names that contain it, then definitions that do; each by name. */
function filterPatterns(patterns: readonly NamedPattern[], filter: string): readonly NamedPattern[] {
  const wanted = filter.trim().toLowerCase()
  const rankOf = ({ name, pattern }: NamedPattern) => {
    const place = name.toLowerCase().indexOf(wanted)
    if (place >= 0) return place === 0 ? 0 : 1
    return pattern.toLowerCase().includes(wanted) ? 2 : 3
  }
  return patterns
    .map((pattern) => ({ pattern, rank: rankOf(pattern) }))
    .filter(({ rank }) => rank < 3)
    .toSorted((a, b) => a.rank - b.rank || (a.pattern.name < b.pattern.name ? -1 : 1))
    .map(({ pattern }) => pattern)
}
