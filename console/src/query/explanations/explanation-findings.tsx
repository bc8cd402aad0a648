/** The findings of an explanation: what differs, how much, when, and where it comes from. */
import type { Explanation, Finding, FindingPlace, SameFinding } from '@logyard/contract/search/explanations'
import { Badge, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconFilterMinus, IconFilterPlus, IconMoodCheck } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useText } from '../../base/text/text.tsx'
import { Dimmed } from '../../ui/dimmed.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ToolButton } from '../../ui/tooltip/tool-button.tsx'
import classes from './explanations.module.css'

/** Adds the messages of a query to the search, or takes them out of it. */
interface FindingActions {
  readonly only: (query: string) => void
  readonly without: (query: string) => void
}

interface ExplanationFindingsProps {
  readonly explanation: Explanation
  readonly actions?: FindingActions
}

export function ExplanationFindings({ explanation, actions }: ExplanationFindingsProps) {
  const t = useText()
  const { findings, unchanged, not_compared: notCompared, slices } = explanation
  const hasBoth = explanation.inside.messages > 0 && explanation.outside.messages > 0
  return (
    <Stack gap="sm">
      {findings.length === 0 ? (
        <EmptyState
          icon={<IconMoodCheck />}
          title={t(hasBoth ? 'searchTools.explain.nothing' : 'searchTools.explain.oneSide')}
          text={t(hasBoth ? 'searchTools.explain.nothing.text' : 'searchTools.explain.oneSide.text')}
        />
      ) : (
        <>
          <Text size="sm" fw={550} role="status">
            {explanation.sentence}
          </Text>
          <ul className={classes['list']} aria-label={t('searchTools.explain.findings')}>
            {findings.map((finding) => (
              <FindingRow key={finding.query} finding={finding} slices={slices} actions={actions} />
            ))}
          </ul>
        </>
      )}
      {unchanged.length > 0 && (
        <Dimmed size="xs">{t('searchTools.explain.unchanged', { fields: unchanged.join(', ') })}</Dimmed>
      )}
      {notCompared.length > 0 && (
        <Dimmed size="xs">{t('searchTools.explain.notCompared', { fields: notCompared.join(', ') })}</Dimmed>
      )}
    </Stack>
  )
}

interface FindingRowProps {
  readonly finding: Finding
  readonly slices: Explanation['slices']
  readonly actions: FindingActions | undefined
}

function FindingRow({ finding, slices, actions }: FindingRowProps) {
  const t = useText()
  const { change, kind, text, query, places, same } = finding
  const { share_inside: share, share_outside: usual, inside: count, outside: others } = finding
  return (
    <li className={classes['row']}>
      <div className={classes['what']}>
        <Group gap={6} wrap="nowrap" align="baseline">
          <ChangeBadge finding={finding} />
          <Text size="sm" className={classes['text'] ?? ''} translate="no">
            {text}
          </Text>
        </Group>
        <Dimmed size="xs">
          {t(kind === 'pattern' ? 'searchTools.explain.pattern' : 'searchTools.explain.counts', {
            count,
            share,
            others,
            usual,
          })}
        </Dimmed>
        {places.length > 0 && <Places places={places} />}
        {same.length > 0 && <SameList same={same} />}
      </div>
      <SliceBars counts={finding.trend} slices={slices} />
      {actions !== undefined && (
        <Group gap={2} wrap="nowrap">
          <Act label={t('searchTools.explain.only')} of={text} onClick={() => actions.only(query)}>
            <IconFilterPlus size={15} />
          </Act>
          <Act
            label={t('searchTools.explain.without')}
            of={text}
            disabled={change === 'gone'}
            onClick={() => actions.without(query)}
          >
            <IconFilterMinus size={15} />
          </Act>
        </Group>
      )}
    </li>
  )
}

interface ActProps {
  readonly label: string
  readonly of: string
  readonly disabled?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

function Act({ label, of, disabled = false, onClick, children }: ActProps) {
  const t = useText()
  return (
    <ToolButton
      label={t('search.patterns.actionOn', { action: label, text: of })}
      tooltip={label}
      size={24}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </ToolButton>
  )
}

/** `31 × more`, for one that is neither new nor gone. */
function ChangeBadge({ finding: { change, factor } }: { readonly finding: Pick<Finding, 'change' | 'factor'> }) {
  const t = useText()
  const times = factor === null ? 0 : change === 'less' ? 1 / factor : factor
  return (
    <Badge size="sm" flex="none" variant={change === 'new' || change === 'more' ? 'light' : 'default'}>
      {t(`searchTools.explain.change.${change}`, {
        factor: times < 10 ? Math.round(times * 10) / 10 : Math.round(times),
      })}
    </Badge>
  )
}

function Places({ places }: { readonly places: readonly FindingPlace[] }) {
  const t = useText()
  return (
    <Dimmed size="xs">
      {places.map(({ field, value, share, share_of_others: usual }) => (
        <span key={`${field} ${value}`} className={classes['place']}>
          {t('searchTools.explain.place', { value: `${field}: ${value}`, share, usual })}
        </span>
      ))}
    </Dimmed>
  )
}

const FIRST = 3

/** Findings that are gone without the messages of the one above. */
function SameList({ same }: { readonly same: readonly SameFinding[] }) {
  const t = useText()
  const [areAll, setAreAll] = useState(false)
  const shown = areAll ? same : same.slice(0, FIRST)
  return (
    <p className={classes['same']}>
      <span>{t('searchTools.explain.same')}</span>
      {shown.map(({ query, text, change }) => (
        <span key={query} className={classes['term']} data-change={change} translate="no">
          {text}
        </span>
      ))}
      {shown.length < same.length && (
        <UnstyledButton className={classes['more'] ?? ''} onClick={() => setAreAll(true)}>
          {t('searchTools.explain.more', { count: same.length - shown.length })}
        </UnstyledButton>
      )}
    </p>
  )
}

const WIDTH = 120
const HEIGHT = 28

/** Messages a minute over time; those to explain are coloured. */
function SliceBars({ counts, slices }: { readonly counts: readonly number[]; readonly slices: Explanation['slices'] }) {
  const t = useText()
  const bars = slices.map(({ from, to, is_inside: isInside }, at) => {
    const ms = Date.parse(to) - Date.parse(from) + 1
    return { ms, isInside, count: counts[at] ?? 0, rate: (counts[at] ?? 0) / ms }
  })
  // A condition has both sides at the same times: only its own messages are drawn.
  const isByTime = new Set(slices.map(({ from }) => from)).size === slices.length
  const drawn = isByTime ? bars : bars.filter(({ isInside }) => isInside)
  const whole = drawn.reduce((sum, { ms }) => sum + ms, 0)
  const most = Math.max(...drawn.map(({ rate }) => rate), Number.MIN_VALUE)
  let x = 0
  const paths = { inside: '', outside: '' }
  for (const { ms, isInside, rate } of drawn) {
    const width = (ms / whole) * WIDTH
    const height = rate === 0 ? 0 : Math.max(1.5, (rate / most) * HEIGHT)
    paths[isInside ? 'inside' : 'outside'] += `M${x} ${HEIGHT}v${-height}h${Math.max(0.6, width - 0.4)}v${height}z`
    x += width
  }
  return (
    <svg
      className={classes['bars']}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('searchTools.explain.trend')}
    >
      <path d={paths.outside} />
      <path d={paths.inside} data-inside />
    </svg>
  )
}
