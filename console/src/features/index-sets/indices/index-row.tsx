import { rebuildIndexRange } from '@logyard/contract/store/index-ranges'
import { closeIndex, deleteIndex, type IndexInfo } from '@logyard/contract/store/indices'
import { Badge, Box, Button, Group, Paper, Text } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useId } from 'react'
import { useMay } from '../../../base/session/current-user.tsx'
import { useRichText, useText } from '../../../base/text/text.tsx'
import { ExplainedButton } from '../../../ui/explained-button.tsx'
import { Instant } from '../../../ui/time/instant.tsx'
import { useBytes } from '../../../ui/use-bytes.ts'
import { useCloseIndex, useDeleteIndex, useRebuildRange, useReopenIndex } from '../index-set-actions.ts'
import classes from '../index-sets.module.css'
import { IndexDetails } from './index-details.tsx'
import { isKnownRange, type NamedIndex, stateOf } from './time-line.ts'

interface IndexRowProps {
  readonly index: NamedIndex
  readonly info: IndexInfo | undefined
  readonly isOpen: boolean
  readonly onToggle: () => void
}

/** One index with its range and size; expands to its figures and actions. */
export function IndexRow({ index, info, isOpen, onToggle }: IndexRowProps) {
  const t = useText()
  const bytes = useBytes()
  const id = useId()
  const { name, summary } = index
  const { size } = summary
  const cold = size?.cold_bytes ?? 0
  return (
    <li className={classes['index']}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Box flex={1} miw={220} style={{ overflowWrap: 'anywhere' }}>
          <Group gap="xs">
            <Text span fw={550} ff="monospace" size="sm" translate="no">
              {name}
            </Text>
            <StateBadges index={index} />
            {cold > 0 && cold === size?.bytes && <Badge color="blue">{t('indexSets.index.cold')}</Badge>}
          </Group>
          <Text size="sm" c="dimmed" component="div">
            <RangeText index={index} />{' '}
            {size !== null && (
              <span>{t('indexSets.index.holds', { size: bytes(size.bytes), count: size.events })}</span>
            )}{' '}
            {cold > 0 && size !== null && cold < size.bytes && (
              <span>{t('indexSets.index.coldPart', { size: bytes(cold) })}</span>
            )}
          </Text>
        </Box>
        <Button
          size="xs"
          variant="default"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={t(isOpen ? 'indexSets.index.hideOf' : 'indexSets.index.showOf', { name })}
          leftSection={isOpen ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
          onClick={onToggle}
        >
          {t(isOpen ? 'indexSets.index.hide' : 'indexSets.index.show')}
        </Button>
      </Group>
      <div id={id}>
        {isOpen && (
          <Paper withBorder mt="sm" p="md" radius="md" bg="var(--ly-canvas)">
            {!summary.is_closed && <IndexDetails index={index} info={info} />}
            <IndexActions index={index} />
          </Paper>
        )}
      </div>
    </li>
  )
}

function StateBadges({ index: { summary } }: { index: NamedIndex }) {
  const t = useText()
  const state = stateOf(summary)
  if (state === 'open') return null
  const color = { active: 'spruce', reopened: 'gray', closed: 'gray' }[state]
  return <Badge color={color}>{t(`indexSets.state.${state}`)}</Badge>
}

function RangeText({ index: { summary } }: { index: NamedIndex }) {
  const t = useText()
  const rich = useRichText()
  const { range, size } = summary
  if (summary.is_deflector) return t('indexSets.range.active')
  if (range !== null && isKnownRange(summary))
    return rich('indexSets.range.span', {
      from: <Instant instant={range.begin} />,
      to: <Instant instant={range.end} />,
    })
  if (size?.events === 0) return t('indexSets.range.empty')
  return t(summary.is_closed ? 'indexSets.range.closed' : 'indexSets.range.unknown')
}

function IndexActions({ index: { name, summary } }: { index: NamedIndex }) {
  const t = useText()
  const may = useMay()
  const close = useCloseIndex()
  const reopen = useReopenIndex()
  const remove = useDeleteIndex()
  const rebuild = useRebuildRange()
  const canChange = may(closeIndex, { index: name })
  const canDelete = may(deleteIndex, { index: name })
  if (summary.is_deflector) {
    return (
      <Group gap="sm" mt="md">
        {canChange && <Refused label={t('indexSets.index.close')} why={t('indexSets.index.close.active')} />}
        {canDelete && <Refused label={t('indexSets.index.delete')} why={t('indexSets.index.delete.active')} />}
      </Group>
    )
  }
  return (
    <Group gap="sm" mt={summary.is_closed ? 0 : 'md'}>
      {!summary.is_closed && may(rebuildIndexRange, { index: name }) && (
        <Button size="xs" variant="default" loading={rebuild.isPending} onClick={() => rebuild.mutate(name)}>
          {t('indexSets.index.rebuild')}
        </Button>
      )}
      {canChange && (
        <Button
          size="xs"
          variant="default"
          loading={close.isPending || reopen.isPending || remove.isPending}
          onClick={() => (summary.is_closed ? reopen.mutate(name) : void close(name))}
        >
          {t(summary.is_closed ? 'indexSets.index.reopen' : 'indexSets.index.close')}
        </Button>
      )}
      {canDelete && (
        <Button size="xs" variant="light" color="red" onClick={() => void remove(name)}>
          {t('indexSets.index.delete')}
        </Button>
      )}
    </Group>
  )
}

function Refused({ label, why }: { label: string; why: string }) {
  return (
    <ExplainedButton size="xs" variant="default" disabledBecause={why}>
      {label}
    </ExplainedButton>
  )
}
