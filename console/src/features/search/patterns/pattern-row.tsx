import type { Pattern } from '@logyard/contract/search/patterns'
import { Badge, Box, Group, Text } from '@mantine/core'
import {
  IconArrowsDiff,
  IconBell,
  IconFilterMinus,
  IconFilterPlus,
  IconTable,
  IconTransform,
} from '@tabler/icons-react'
import { Fragment, memo, type ReactNode } from 'react'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { RelativeTime } from '../../../ui/time/relative-time.tsx'
import { ToolButton } from '../../../ui/tooltip/tool-button.tsx'
import classes from './patterns.module.css'
import type { OpenPlaceholder } from './placeholder-values.tsx'

/** Filters the patterns to this one, excludes it, shows its messages in the table, explains them, drafts an extractor, or an alert. */
export type PatternAction = 'only' | 'without' | 'messages' | 'explain' | 'extract' | 'alert'

interface PatternRowProps {
  readonly pattern: Pattern
  readonly isNew: boolean
  /** All messages that match the search. */
  readonly total: number
  readonly canExtract: boolean
  readonly canMakeAlert: boolean
  readonly onAct: (action: PatternAction, pattern: Pattern) => void
  readonly onPlaceholder: (open: OpenPlaceholder) => void
}

export const PatternRow = memo(function PatternRow(props: PatternRowProps) {
  const { pattern, isNew, total, canExtract, canMakeAlert, onAct, onPlaceholder } = props
  const t = useText()
  const { count, text, trend, first_seen: firstSeen, example } = pattern
  const share = total === 0 ? 0 : count / total
  const button = (action: PatternAction, icon: ReactNode) => {
    const label = t(`search.patterns.${action}`)
    return (
      <ToolButton
        label={t('search.patterns.actionOn', { action: label, text })}
        tooltip={label}
        size={24}
        onClick={() => onAct(action, pattern)}
      >
        {icon}
      </ToolButton>
    )
  }
  return (
    <li
      className={classes['row']}
      onKeyDown={(event) => {
        if (event.key !== 'e' || event.ctrlKey || event.metaKey || event.altKey) return
        event.stopPropagation()
        onAct('explain', pattern)
      }}
    >
      <Box pos="relative" pb={5} style={{ fontVariantNumeric: 'tabular-nums' }}>
        <Text size="sm" fw={600}>
          {t('search.patterns.countOf', { count })}
        </Text>
        <Dimmed size="xs">{t('search.patterns.share', { share })}</Dimmed>
        <span className={classes['shareBar']} style={{ width: `${share * 100}%` }} />
      </Box>
      <Trend counts={trend} />
      <div className={classes['what']}>
        <PatternText pattern={pattern} onPlaceholder={onPlaceholder} />
        <div className={classes['example']}>
          {isNew && (
            <Badge size="xs" flex="none">
              {t('search.patterns.new')}
            </Badge>
          )}
          {firstSeen !== null && (
            <span className={classes['seen']}>
              {t('search.patterns.firstSeen')} <RelativeTime instant={firstSeen} />
            </span>
          )}
          <AppLink to={routes.message(example.index, example.id)} title={example.message} translate="no">
            {example.message}
          </AppLink>
        </div>
      </div>
      <Group gap={2} wrap="nowrap" align="stretch">
        {button('only', <IconFilterPlus size={15} />)}
        {button('without', <IconFilterMinus size={15} />)}
        {button('messages', <IconTable size={15} />)}
        {button('explain', <IconArrowsDiff size={15} />)}
        {canExtract && button('extract', <IconTransform size={15} />)}
        {canMakeAlert && button('alert', <IconBell size={15} />)}
      </Group>
    </li>
  )
})

interface PatternTextProps {
  readonly pattern: Pattern
  readonly onPlaceholder: (open: OpenPlaceholder) => void
}

/** Each variable part is a button that names its kind and shows its values. */
function PatternText({ pattern, onPlaceholder }: PatternTextProps) {
  const t = useText()
  const { text, parts } = pattern
  return (
    <p className={classes['text']} translate="no">
      {parts.map(({ position, kind }, index) => (
        <Fragment key={position}>
          {text.slice(endOf(parts[index - 1]), position)}
          <button
            type="button"
            className={classes['placeholder']}
            data-kind={kind}
            aria-haspopup="dialog"
            aria-label={t('search.patterns.valuesAt', { kind: t(`search.patterns.kind.${kind}`), part: index + 1 })}
            onClick={({ currentTarget }) =>
              onPlaceholder({ pattern, position, at: currentTarget.getBoundingClientRect() })
            }
          >
            {t(`search.patterns.kind.${kind}`)}
          </button>
        </Fragment>
      ))}
      {text.slice(endOf(parts.at(-1)))}
    </p>
  )
}

/** After the `*` of the part. */
const endOf = (part: Pattern['parts'][number] | undefined): number => (part === undefined ? 0 : part.position + 1)

const WIDTH = 120
const HEIGHT = 28

/** A sparkline of counts over the time range. */
function Trend({ counts }: { counts: readonly number[] }) {
  const t = useText()
  const most = Math.max(1, ...counts)
  const step = WIDTH / Math.max(1, counts.length)
  const path = counts
    .map((count, index) => {
      if (count === 0) return ''
      const height = Math.max(1.5, (count / most) * HEIGHT)
      return `M${index * step} ${HEIGHT}v${-height}h${step - 0.6}v${height}z`
    })
    .join('')
  return (
    <svg
      className={classes['trend']}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('search.patterns.trend', { most })}
    >
      <path d={path} />
    </svg>
  )
}
