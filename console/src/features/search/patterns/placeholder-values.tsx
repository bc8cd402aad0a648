import type { MessageSelection } from '@logyard/contract/search/message-selection'
import { getPatternDetails, type PatternPart } from '@logyard/contract/search/patterns'
import { Popover, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { PlaceAnchor } from '../../../ui/menu/place-anchor.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { NamePart } from './name-part.tsx'
import type { OpenPlaceholder } from './open-placeholder.ts'
import classes from './patterns.module.css'

interface PlaceholderValuesProps {
  readonly open: OpenPlaceholder | undefined
  readonly selection: MessageSelection
  readonly onClose: () => void
}

/** The values of one variable part of a pattern, in a popover beside its placeholder. */
export function PlaceholderValues({ open, selection, onClose }: PlaceholderValuesProps) {
  const t = useText()
  return (
    <Popover
      opened={open !== undefined}
      onChange={(isOpen) => !isOpen && onClose()}
      position="bottom-start"
      withinPortal
      trapFocus
      returnFocus
      // The popover's target is a position, so it cannot label the popover.
      withRoles={false}
      hideDetached={false}
      shadow="lg"
    >
      <Popover.Target>
        <PlaceAnchor at={open?.at} />
      </Popover.Target>
      <Popover.Dropdown
        className={classes['values'] ?? ''}
        role="dialog"
        tabIndex={-1}
        aria-label={t('search.patterns.values')}
      >
        {open !== undefined && <Values open={open} selection={selection} />}
      </Popover.Dropdown>
    </Popover>
  )
}

function Values({ open, selection }: { open: OpenPlaceholder; selection: MessageSelection }) {
  const call = useCall()
  const t = useText()
  const { id, hashes } = open.pattern
  const details = useQuery({
    queryKey: ['pattern', id, hashes, selection],
    queryFn: ({ signal }) => call(getPatternDetails, { params: { id }, body: { ...selection, hashes }, signal }),
    staleTime: 60_000,
  })
  return (
    <Loaded query={details} lines={5}>
      {({ parts, looked_at: lookedAt }) => {
        const part = parts.find(({ position }) => position === open.position)
        if (part === undefined || part.top.length === 0) return <Text size="sm">{t('search.patterns.noValues')}</Text>
        return (
          <Stack gap="sm">
            <Part part={part} lookedAt={lookedAt} isAll={lookedAt >= open.pattern.count} />
            <NamePart open={open} part={part} selection={selection} />
          </Stack>
        )
      }}
    </Loaded>
  )
}

function Part({ part, lookedAt, isAll }: { part: PatternPart; lookedAt: number; isAll: boolean }) {
  const t = useText()
  const intl = useIntl()
  const { distinct, top, numeric } = part
  const text = (value: number) => intl.formatNumber(value, { maximumFractionDigits: 3 })
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {t('search.patterns.distinct', { count: distinct })}
      </Text>
      {numeric !== null && (
        <Dimmed size="xs">
          {t('search.patterns.numeric', {
            min: text(numeric.min),
            max: text(numeric.max),
            average: text(numeric.average),
          })}
        </Dimmed>
      )}
      <ul className={classes['top']}>
        {top.map(({ value, count }) => (
          <li key={value}>
            <Text span inherit truncate miw={0} ff="monospace" title={value} translate="no">
              {value}
            </Text>
            <span className={classes['seen']}>{t('search.patterns.share', { share: count / lookedAt })}</span>
            <span className={classes['shareBar']} style={{ width: `${(count / lookedAt) * 100}%` }} />
          </li>
        ))}
      </ul>
      <Dimmed size="xs">
        {top.length < distinct && `${t('search.patterns.topOf', { shown: top.length })} `}
        {isAll ? t('search.patterns.ofAll') : t('search.patterns.ofNewest', { count: lookedAt })}
      </Dimmed>
    </Stack>
  )
}
