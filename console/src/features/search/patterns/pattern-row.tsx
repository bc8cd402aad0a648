import type { Pattern } from '@logyard/contract/search/patterns'
import { Badge, Group } from '@mantine/core'
import {
  IconArrowsDiff,
  IconBell,
  IconFilterMinus,
  IconFilterPlus,
  IconTable,
  IconTransform,
} from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import { RelativeTime } from '../../../ui/time/relative-time.tsx'
import { ToolButton } from '../../../ui/tooltip/tool-button.tsx'
import { PatternCount } from '../../../widgets/patterns/pattern-count.tsx'
import { PatternText } from '../../../widgets/patterns/pattern-text.tsx'
import { PatternTrend } from '../../../widgets/patterns/pattern-trend.tsx'
import type { OpenPlaceholder } from './open-placeholder.ts'
import classes from './patterns.module.css'

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
      <PatternCount count={count} total={total} />
      <PatternTrend counts={trend} />
      <div className={classes['what']}>
        <p className={classes['text']} translate="no">
          <PatternText pattern={pattern} onPart={(part) => onPlaceholder({ pattern, ...part })} />
        </p>
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
