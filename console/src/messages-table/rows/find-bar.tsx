import type { MessageHit } from '@logyard/contract/search/search-results'
import { CloseButton, Group, Text, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useText } from '../../base/text/text.tsx'
import { ToolButton } from '../../ui/tooltip/tool-button.tsx'
import { rowsWith } from './find-in-rows.ts'
import type { RowColumn } from './row-columns.ts'
import type { MessageRowsHandle } from './row-focus.ts'
import type { RowTools } from './use-row-tools.ts'
import './find-marks.css'
import { useMarks } from './use-marks.ts'

interface FindBarProps {
  readonly messages: readonly MessageHit[]
  readonly columns: readonly RowColumn[]
  readonly tools: RowTools
  readonly table: RefObject<HTMLElement | null>
  readonly rows: RefObject<MessageRowsHandle | null>
  /** Changes whenever the focus is to move into the bar. */
  readonly request: number
  readonly onClose: () => void
}

/** Finds a text in the loaded rows, also in those that are not in sight. */
export function FindBar({ messages, columns, tools, table, rows, request, onClose }: FindBarProps) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [current, setCurrent] = useState<number>()
  const wanted = useDeferredValue(text.trim())
  const found = useMemo(() => rowsWith(wanted, messages, columns, tools), [wanted, messages, columns, tools])
  useMarks(table, wanted, current)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request moves the focus
  useEffect(() => input.current?.select(), [request])

  function go(step: 1 | -1): void {
    const at = current === undefined ? (step === 1 ? -1 : found.length) : found.indexOf(current)
    const next = found[(at + step + found.length) % found.length]
    if (next === undefined) return
    setCurrent(next)
    rows.current?.show(next)
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') go(event.shiftKey ? -1 : 1)
    else onClose()
  }
  const place = current === undefined ? 0 : found.indexOf(current) + 1
  return (
    <Group gap={4} wrap="nowrap" role="search" aria-label={t('messages.find')} onKeyDown={onKeyDown}>
      <TextInput
        ref={input}
        size="xs"
        w={170}
        styles={{ input: { height: 24, minHeight: 24 } }}
        aria-label={t('messages.find')}
        placeholder={t('messages.find')}
        value={text}
        autoComplete="off"
        translate="no"
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          setCurrent(undefined)
        }}
      />
      <Text size="xs" c="dimmed" role="status" miw={64} ta="right">
        {wanted !== '' && t('sharing.find.count', { place, count: found.length })}
      </Text>
      <ToolButton label={t('sharing.find.previous')} size="sm" disabled={found.length === 0} onClick={() => go(-1)}>
        <IconChevronUp size={14} />
      </ToolButton>
      <ToolButton label={t('sharing.find.next')} size="sm" disabled={found.length === 0} onClick={() => go(1)}>
        <IconChevronDown size={14} />
      </ToolButton>
      <CloseButton size="xs" aria-label={t('sharing.find.close')} onClick={onClose} />
    </Group>
  )
}
